// What a backend asks of the machine besides its hardware.
#pragma once

#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>
#include <accelloader/loader.hpp>

#include "hardware/machine.hpp"

namespace accelloader::hardware {

/// Operating system, architecture and C library. They are those of this process, so a tree that is judged in place of
/// the machine gets no findings.
std::vector<Finding> judge_system(const Descriptor& descriptor, const Machine& machine);

/// Kernel modules: worth asking for once the hardware is known to be there.
std::vector<Finding> judge_kernel_modules(const Descriptor& descriptor, const Machine& machine);

/// Variables that must be set, to anything but nothing.
std::vector<Finding> judge_environment(const Descriptor& descriptor, const Environment& environment);

}  // namespace accelloader::hardware
