// A program that has other things to do: it loads back ends by their names, tells what came of each, and goes on.
// `loads NAME... [--fork NAME...]`: what follows --fork is loaded in a child.
#include <iostream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

/// For plugins that ask for a back end while they are loading: null, or why it cannot be loaded.
extern "C" __attribute__((visibility("default"))) const char* test_load(const char* name) {
  static thread_local std::string reason;
  const auto plugin = accelloader::Loader::discover().load(name);
  if (plugin) return nullptr;
  return (reason = accelloader::render(plugin.error())).c_str();
}

int main(int argc, char** argv) {
  auto loader = accelloader::Loader::discover();
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--fork") {
      std::cout.flush();
      if (const pid_t child = fork(); child != 0) {
        waitpid(child, nullptr, 0);
        return 0;
      }
      continue;
    }
    const auto plugin = loader.load(argv[i]);
    std::cout << (plugin ? "loaded\n" : accelloader::render(plugin.error()));
  }
  std::cout << "alive\n";
}
