// What the file system of a file allows.
#pragma once

#include <string>

#include "platform/open_file.hpp"

namespace accelloader::platform {

/// Whether nothing in that file system may be mapped to be executed.
bool on_noexec_mount(const OpenFile& file) noexcept;

/// The nearest folder above the file at which a file system is mounted, with links resolved; empty if the kernel does
/// not tell.
std::string mount_point(const std::string& path);

}  // namespace accelloader::platform
