// The SHA-256 of a file, as `sha256sum` prints it.
#pragma once

#include <string>

#include "platform/open_file.hpp"

namespace accelloader::platform {

/// Of the open file, from its first byte on. Lowercase hex; empty if it cannot be read to its end.
std::string sha256_of(const OpenFile& file);

}  // namespace accelloader::platform
