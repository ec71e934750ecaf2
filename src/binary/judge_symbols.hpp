// Symbols that nothing in the process would define.
#pragma once

#include <vector>

#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// One finding for each library that leaves symbols open. Those of libtorch are no finding where libtorch is not at
/// hand, and where libraries are missing nothing can be said.
std::vector<Finding> judge_symbols(const Closure& closure, bool libtorch_may_come, const ProcessView& process);

}  // namespace accelloader::binary
