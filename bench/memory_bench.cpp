// Budget: the core with 10 manifests takes 2 MiB over an empty process. Prints two numbers in KiB: the resident memory
// of this process, and the part of it that belongs to no file. Built twice: once it does nothing.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#if !defined(EMPTY)
#include <accelloader/loader.hpp>

#include "manifests.hpp"
#endif

namespace {

std::string status_of(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key)) return std::to_string(std::atoi(line.c_str() + key.size()));
  return "?";
}

void print() { std::printf("%s %s\n", status_of("VmRSS:").c_str(), status_of("RssAnon:").c_str()); }

}  // namespace

int main() {
#if !defined(EMPTY)
  const bench::ManifestFolder folder(10);
  setenv("ACCELLOADER_PLUGIN_PATH", folder.path().c_str(), 1);
  const auto loader = accelloader::Loader::discover();
  const auto backends = loader.backends();
#endif
  print();
}
