#include <accelloader/finding.hpp>

namespace accelloader {

std::string_view to_string(Severity severity) noexcept {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: break;
  }
  return "error";
}

}  // namespace accelloader
