// Watches over a worker: the process of accelloader-probe.
#pragma once

#include <chrono>
#include <string>

#include "loader/probe_report.hpp"

namespace accelloader::probe {

/// Runs a worker in a child process, and ends it, with all that it has started, when it is done or out of time. The
/// process must have one thread.
loader::ProbeReport supervise(const std::string& manifest, const std::string& library, std::chrono::milliseconds limit);

}  // namespace accelloader::probe
