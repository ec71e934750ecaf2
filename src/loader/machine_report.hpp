// The machine as a loader sees it, for a person who looks for a fault.
#pragma once

#include <accelloader/machine_report.hpp>

#include "loader/catalog.hpp"
#include "loader/context.hpp"

namespace accelloader::loader {

/// Looks at the disk again for what the catalog does not have.
MachineReport report_machine(const Context& context, const Catalog& catalog);

}  // namespace accelloader::loader
