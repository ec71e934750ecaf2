// The SHA-256 of a file, as `sha256sum` prints it.
#pragma once

#include <string>

namespace accelloader::platform {

/// Lowercase hex; empty if the file cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace accelloader::platform
