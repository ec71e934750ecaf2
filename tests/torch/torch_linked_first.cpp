// A program that links libtorch before accelloader: calls are bound to libc10, and their slots are rewritten.
#include <cstdio>

#include <c10/core/Device.h>

#include <accelloader/torch.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

int main() {
  test::PluginsFolder folder;
  folder.add("vnpu", fakes::stock, R"("device_count": 2)", "torch");
  if (c10::Device("cpu") != c10::DeviceType::CPU) return 1;  // binds the slot of this program
  const auto report = accelloader::torch::install({.loader = folder.loader()});
  int patched = 0;
  for (const auto& object : report.objects) {
    std::printf("%s: %s\n", object.path.empty() ? "program" : object.path.c_str(),
                object.coverage == accelloader::torch::Coverage::patched ? "patched" : "interposed");
    if (object.coverage == accelloader::torch::Coverage::patched) ++patched;
  }
  if (patched < 2) return std::puts("the program and libtorch_cpu should both be patched"), 1;
  const c10::Device device("vnpu:1");
  return device.index() == 1 && device.str() == "vnpu:1" ? 0 : 1;
}
