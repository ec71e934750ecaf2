// libtorch's own parser of device names, c10::Device(const std::string&), found without a libtorch header.
#pragma once

#include <cstdint>
#include <string>

// Its name in libc10: the complete object constructor (C1) and the base object constructor (C2), which have one
// address.
#define ACCELLOADER_DEVICE_PARSER(variant) \
  "_ZN3c106Device" variant "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"

namespace accelloader::torch {

/// c10::Device as the parser fills it: two bytes in every libtorch (c10/core/Device.h). device_layout.cpp asserts it.
struct RawDevice {
  std::int8_t type;
  std::int8_t index;
};

using DeviceParser = void (*)(RawDevice* device, const std::string& text);

/// The one in the libc10 of this process, whatever stands before it in the lookup scope; null while there is none.
/// Found once, then remembered.
DeviceParser libtorch_device_parser() noexcept;

}  // namespace accelloader::torch
