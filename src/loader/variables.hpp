// The environment variables that a loader listens to, and what became of each.
#pragma once

#include <vector>

#include <accelloader/machine_report.hpp>

#include "loader/context.hpp"

namespace accelloader::loader {

/// Those that are set. `names`: all that are set, so that a misspelled one is told of; empty if that is not known.
std::vector<VariableReport> report_variables(const Context& context, const std::vector<std::string>& names);

}  // namespace accelloader::loader
