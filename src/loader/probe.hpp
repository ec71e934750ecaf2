// A load in a process of its own, so that a plugin that crashes, hangs or ends the process harms nobody.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

namespace accelloader::loader {

/// Opens, negotiates and activates in a child process. Empty: it worked. `program`: where accelloader-probe is; empty
/// for the one that is installed with this library. May be called from any thread.
std::vector<Finding> probe_plugin(const Descriptor& descriptor, const std::string& library,
                                  std::chrono::milliseconds limit, const std::string& program);

}  // namespace accelloader::loader
