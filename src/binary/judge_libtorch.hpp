// Whether a plugin and the libtorch that it would meet are made for each other.
#pragma once

#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// The version against `requires.libtorch`, and a second libtorch that the load would bring into this process.
std::vector<Finding> judge_libtorch(const Closure& closure, const Descriptor& descriptor);

}  // namespace accelloader::binary
