// The symbols that libtorch and programs call to parse a device name, exported by us too. Where this library stands
// before libc10 in the lookup scope (linked before libtorch, or preloaded), every call binds to them, also those of a
// libtorch that is loaded later and RTLD_LOCAL, as Python does. Plain ELF: nothing is written.
#include "torch/interposed_parser.hpp"

#include "torch/device_name_hook.hpp"

using accelloader::torch::RawDevice;

extern "C" {
[[gnu::visibility("default")]] void accelloader_device_complete(RawDevice* device, const std::string& text) __asm__(
    ACCELLOADER_DEVICE_PARSER("C1"));
[[gnu::visibility("default")]] void accelloader_device_base(RawDevice* device, const std::string& text) __asm__(
    ACCELLOADER_DEVICE_PARSER("C2"));

void accelloader_device_complete(RawDevice* device, const std::string& text) {
  accelloader::torch::parse_device(device, text);
}
void accelloader_device_base(RawDevice* device, const std::string& text) {
  accelloader::torch::parse_device(device, text);
}
}

namespace accelloader::torch {

bool is_interposed_parser(const void* address) noexcept {
  return address == reinterpret_cast<void*>(&accelloader_device_complete) ||
         address == reinterpret_cast<void*>(&accelloader_device_base);
}

}  // namespace accelloader::torch
