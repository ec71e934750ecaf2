// Which of several manifests is better. One total order, so that a machine gives the same answer twice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <accelloader/finding.hpp>

#include "manifest/read.hpp"

namespace accelloader::resolve {

/// By name, and within one name from the best to the worst: valid ones first, then priority, then the rank of the
/// folder, then the path.
void sort_best_first(std::vector<manifest::Reading>& readings);

/// Takes out those that are a file which stands earlier in the search path, and says so.
std::vector<Finding> drop_duplicates(std::vector<manifest::Reading>& readings);

/// "`/a/tpu.json` is used: its priority 100 is above 50".
Error shadowed_by(const manifest::Reading& winner, const manifest::Reading& loser);

}  // namespace accelloader::resolve
