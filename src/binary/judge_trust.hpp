// Whether the libraries that a plugin brings are safe from other users.
#pragma once

#include <vector>

#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// A warning, or an error in a privileged process: whoever can change a library of the closure, or a folder on the way
/// to it, runs what they like with the rights of the process. What is loaded already is not judged.
std::vector<Finding> judge_trust(const Closure& closure, const ProcessView& process);

}  // namespace accelloader::binary
