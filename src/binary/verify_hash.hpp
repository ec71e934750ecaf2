// Is the library the very file that the manifest means?
#pragma once

#include <optional>
#include <string>

#include <accelloader/descriptor.hpp>
#include <accelloader/error.hpp>

namespace accelloader::binary {

/// Empty if the manifest names no `sha256`, or the right one. Reads the whole file.
std::optional<Error> verify_hash(const Descriptor& descriptor, const std::string& library);

}  // namespace accelloader::binary
