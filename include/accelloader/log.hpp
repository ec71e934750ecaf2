// Where the library's own story goes. Silent unless somebody listens: the library never prints.
#pragma once

#include <functional>
#include <string_view>

#include <accelloader/export.hpp>

namespace accelloader {

enum class LogLevel : unsigned char { trace, debug, info, warning, error, off };

/// Called from any thread, one call at a time; must not throw and must not call into accelloader.
using LogSink = std::function<void(LogLevel level, std::string_view message)>;

/// Sends messages of `level` and above to `sink`, in place of what was set before. Without a call, ACCELLOADER_LOG
/// (trace, debug, info, warning, error) asks for messages on standard error; if it is not set, there are none.
ACCELLOADER_EXPORT void set_log_sink(LogLevel level, LogSink sink);

}  // namespace accelloader
