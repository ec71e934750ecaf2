// A stretch of text as line, column and the line itself.
#pragma once

#include <string>
#include <string_view>

#include <accelloader/descriptor.hpp>

namespace accelloader::manifest {

/// A byte order mark at the start of `text` counts for no column. The span is cut at the end of its first line.
Location locate(std::string_view text, const std::string& file, Span span, std::string label = {});

}  // namespace accelloader::manifest
