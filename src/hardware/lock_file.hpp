// Files by which a plugin's runtime says that it has the device, and which it may leave behind.
#pragma once

#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

#include "hardware/machine.hpp"

namespace accelloader::hardware {

/// An error for each file of `requires.lock_file` that would keep the plugin from the device: a process that runs has
/// it, by its number in the file or by /proc/locks; the process that is named in it has ended; or this user may not
/// write to it. A file that is not there, or that says nothing, keeps nobody.
std::vector<Finding> judge_lock_files(const Descriptor& descriptor, const Machine& machine);

}  // namespace accelloader::hardware
