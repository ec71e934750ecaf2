// Is the library the very file that the manifest means?
#pragma once

#include <optional>
#include <string>

#include <accelloader/descriptor.hpp>
#include <accelloader/error.hpp>

#include "platform/open_file.hpp"

namespace accelloader::binary {

/// Empty if the manifest names no `sha256`, or that of the file. Reads the whole file. `library` is its path.
std::optional<Error> verify_hash(const Descriptor& descriptor, const std::string& library,
                                 const platform::OpenFile& file);

}  // namespace accelloader::binary
