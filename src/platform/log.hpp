// The library's own log, over spdlog. Silent unless ACCELLOADER_LOG or a sink asks.
#pragma once

#include <spdlog/logger.h>

namespace accelloader::platform {

/// Made at the first call and never destroyed, so that plugins and threads that end late may still use it.
spdlog::logger& log();

}  // namespace accelloader::platform
