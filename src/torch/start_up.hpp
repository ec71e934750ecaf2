// What accelloader::torch_auto calls before main().
#pragma once

#include <accelloader/export.hpp>

namespace accelloader::torch {

/// As install(), and a failure goes to the log: a program that names no device must start all the same.
ACCELLOADER_EXPORT void install_at_start_up() noexcept;

}  // namespace accelloader::torch
