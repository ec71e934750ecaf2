// The log for rooms that cannot include spdlog: libtorch brings another version of fmt along.
#pragma once

#include <string_view>

#include <accelloader/export.hpp>
#include <accelloader/log.hpp>

namespace accelloader::platform {

/// May be called from any thread. Never throws.
ACCELLOADER_EXPORT void log_message(LogLevel level, std::string_view message) noexcept;

}  // namespace accelloader::platform
