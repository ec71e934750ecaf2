// Budget: install() with 10 manifests in 1 ms. Prints how long one install() took in this process, in microseconds.
#include <chrono>
#include <cstdio>

#include <accelloader/torch.hpp>

#include "manifests.hpp"

int main() {
  const bench::ManifestFolder folder(10);
  setenv("ACCELLOADER_PLUGIN_PATH", folder.path().c_str(), 1);
  const auto start = std::chrono::steady_clock::now();
  accelloader::torch::install();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  std::printf("%.1f\n", took.count());
}
