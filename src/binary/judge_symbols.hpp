// Symbols that nothing in the process would define.
#pragma once

#include <vector>

#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// What each library leaves open; where libraries are missing nothing can be said. With `libtorch_may_come`, the
/// symbols of libtorch are looked for in the machine's libtorch, and are warned of, since the program may bring another
/// one.
std::vector<Finding> judge_symbols(const Closure& closure, bool libtorch_may_come, const ProcessView& process);

}  // namespace accelloader::binary
