// Why a PCI function that is there has no device node: its driver.
#pragma once

#include <string>
#include <vector>

#include "hardware/pci.hpp"

namespace accelloader::hardware {

/// What can be said of the driver of a function, for people: which one is bound, or which kernel module claims it, and
/// whether that one is loaded or kept from loading. Facts of sysfs, modules.alias and modprobe.d alone.
std::vector<std::string> driver_notes(const std::string& root, const PciFunction& function);

/// The release of the kernel whose modules are looked at: of this process, or the only one in a tree that is judged.
/// Empty if it cannot be told.
std::string kernel_release(const std::string& root);

/// "-" and "_" are one in the names of kernel modules.
std::string module_name(std::string name);

/// Whether the module is a part of the kernel itself, by modules.builtin.
bool built_into_kernel(const std::string& root, const std::string& module);

}  // namespace accelloader::hardware
