#include "torch/stock_machine.hpp"

#include <dlfcn.h>

#include <ATen/DeviceAccelerator.h>
#include <torch/version.h>

namespace test {

bool is_open(const char* library) { return dlopen(library, RTLD_NOW | RTLD_NOLOAD) != nullptr; }

std::optional<c10::DeviceType> accelerator() {
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 7
  return at::accelerator::getAccelerator(false);
#else
  return at::getAccelerator(false);
#endif
}

}  // namespace test
