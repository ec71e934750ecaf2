// The process that a plugin is loaded into to see what it does.
#pragma once

#include <string>

#include "probe/worker_record.hpp"

namespace accelloader::probe {

/// Loads `library` for the manifest at `manifest`, and records the stages and how it went. Returns if the plugin lets
/// it.
void work(const std::string& manifest, const std::string& library, WorkerRecord& record);

}  // namespace accelloader::probe
