#include "torch/device_parser.hpp"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace accelloader::torch {
namespace {

const char* base_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// Runtime packages of some distributions have only a versioned libc10.so.N, so the path is taken from what is loaded.
int find_libc10(dl_phdr_info* object, std::size_t, void* path) {
  if (std::strncmp(base_name(object->dlpi_name), "libc10.so", 9) != 0) return 0;
  *static_cast<const char**>(path) = object->dlpi_name;
  return 1;
}

// A libc10 that was loaded RTLD_LOCAL, as Python does, is in no scope that RTLD_NEXT would search.
DeviceParser find_parser() noexcept {
  const char* path = nullptr;
  dl_iterate_phdr(&find_libc10, &path);
  void* libc10 = path ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : nullptr;
  return libc10 ? reinterpret_cast<DeviceParser>(dlsym(libc10, ACCELLOADER_DEVICE_PARSER("C1"))) : nullptr;
}

}  // namespace

DeviceParser libtorch_device_parser() noexcept {
  static std::atomic<DeviceParser> known = nullptr;
  DeviceParser parser = known.load(std::memory_order_relaxed);
  if (!parser) known.store(parser = find_parser(), std::memory_order_relaxed);
  return parser;
}

}  // namespace accelloader::torch
