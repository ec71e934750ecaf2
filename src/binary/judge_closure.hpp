// What the closure of a plugin lacks: libraries, and versions of symbols.
#pragma once

#include <string>
#include <vector>

#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// Every missing library, with who needs it and where it was looked for. `libtorch_may_come`: libtorch's own libraries
/// are no finding where this process has no libtorch, since the program that loads the plugin will bring them.
std::vector<Finding> judge_missing(const Closure& closure, bool libtorch_may_come);

/// Every missing version, with what there is instead, and with the copy of the library below `root` that has it.
std::vector<Finding> judge_versions(const Closure& closure, const std::string& root);

}  // namespace accelloader::binary
