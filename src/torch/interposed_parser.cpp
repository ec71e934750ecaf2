// The symbols that libtorch and programs call to parse a device name, exported by us too. Where this library stands
// before libc10 in the lookup scope (linked before libtorch, or preloaded), every call binds to them, also those of a
// libtorch that is loaded later and RTLD_LOCAL, as Python does. Plain ELF: nothing is written.
#include "torch/interposed_parser.hpp"

#include "torch/device_name_hook.hpp"

using accelloader::torch::RawDevice;

extern "C" {

// Hidden, so that its address is this library's own: that of the exported names is libc10's where libc10 comes first.
void accelloader_interposed_parser(RawDevice* device, const std::string& text) {
  accelloader::torch::parse_device(device, text);
}

#define ACCELLOADER_INTERPOSED __attribute__((alias("accelloader_interposed_parser"), visibility("default")))
ACCELLOADER_INTERPOSED void accelloader_device_complete(RawDevice* device, const std::string& text) __asm__(
    ACCELLOADER_DEVICE_PARSER("C1"));
ACCELLOADER_INTERPOSED void accelloader_device_base(RawDevice* device,
                                                    const std::string& text) __asm__(ACCELLOADER_DEVICE_PARSER("C2"));
}

namespace accelloader::torch {

bool is_interposed_parser(const void* address) noexcept {
  return address == reinterpret_cast<void*>(&accelloader_interposed_parser);
}

}  // namespace accelloader::torch
