// Which names a backend may have.
#pragma once

#include <string>
#include <string_view>

namespace accelloader::manifest {

/// Why `name` cannot be the name of a backend: "`tpu2` holds a digit, ..."; empty if it can. What libtorch can parse:
/// c10/core/Device.cpp reads letters and underscores up to an optional colon, and matches in-tree names first
/// (c10/core/DeviceType.cpp). Python's deserialization matches the prefixes cpu and cuda (pytorch#165455).
std::string name_fault(std::string_view name);

}  // namespace accelloader::manifest
