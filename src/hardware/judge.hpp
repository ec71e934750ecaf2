// Is the hardware there that a backend asks for, and may this process use it?
#pragma once

#include <string>
#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

#include "hardware/machine.hpp"

namespace accelloader::hardware {

enum class Presence { present, absent, blocked };

struct Judgement {
  Presence presence = Presence::present;
  int device_count = 0;
  std::string summary;  ///< "2 simulated chips", "none"
  std::vector<Finding> findings;
};

/// Opens no device. A backend that asks for no hardware has the devices that its manifest promises.
Judgement judge_hardware(const Descriptor& descriptor, Machine& machine);

}  // namespace accelloader::hardware
