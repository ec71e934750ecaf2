// One fact about a backend, a manifest or the scan.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <accelloader/error.hpp>

namespace accelloader {

/// An error keeps a backend from being used, a warning does not, a note only tells.
enum class Severity : std::uint8_t { note, warning, error };

/// "error".
ACCELLOADER_EXPORT std::string_view to_string(Severity severity) noexcept;

/// A fact with a stable code. Move-only, like the Error it carries. Not synchronized.
struct Finding {
  Severity severity = Severity::error;
  Error error;

  Stage stage() const noexcept { return stage_of(error.code()); }
  Finding clone() const { return {severity, error.clone()}; }
};

inline Finding finding(Error error) { return {Severity::error, std::move(error)}; }
inline Finding warning(Error error) { return {Severity::warning, std::move(error)}; }
inline Finding note(Error error) { return {Severity::note, std::move(error)}; }

}  // namespace accelloader
