// One hardware rule of a manifest, held against the machine.
#pragma once

#include <string>
#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/error.hpp>

#include "hardware/machine.hpp"

namespace accelloader::hardware {

struct RuleResult {
  int usable = 0;                ///< devices that are there and may be used
  std::vector<Error> obstacles;  ///< of devices that are there and may not

  bool absent() const noexcept { return usable == 0 && obstacles.empty(); }
};

/// `label` is what people call one device of the rule.
RuleResult apply_rule(const HardwareRule& rule, const std::string& label, Machine& machine);

/// "1ae0:005e in /sys/bus/pci/devices (6 devices)", "`/dev/accel*`": where the rule looked, for a rule that found
/// nothing.
std::string looked_for(const HardwareRule& rule, Machine& machine);

}  // namespace accelloader::hardware
