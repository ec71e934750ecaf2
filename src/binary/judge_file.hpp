// What the plugin's file is built with that it should not be, and whether it has the entry that its kind is driven by.
#pragma once

#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

std::vector<Finding> judge_entry(const Closure& closure, const Descriptor& descriptor);

/// Of all libraries that a load would map: static TLS, executable stacks, text relocations, search paths that lead into
/// the current folder, one library by two paths.
std::vector<Finding> judge_settings(const Closure& closure, const ProcessView& process);

}  // namespace accelloader::binary
