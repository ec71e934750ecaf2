// Version numbers, of this library and of what back ends need.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/export.hpp>
#include <accelloader/result.hpp>

namespace accelloader {

/// Of the library that is running: "0.1.0".
ACCELLOADER_EXPORT std::string_view version() noexcept;

/// Numbers between dots, compared part by part: 2.14 is after 2.9, and 2.6 equals 2.6.0. What follows `+`, a local part
/// as in 2.14.1+cpu, is ignored; what follows the digits of a part, as in 2.14.0a0, too.
struct ACCELLOADER_EXPORT Version {
  std::vector<unsigned> parts;

  /// Empty parts if `text` does not start with a digit.
  static Version parse(std::string_view text);
  std::string text() const;

  std::strong_ordering operator<=>(const Version& other) const noexcept;
  friend bool operator==(const Version& left, const Version& right) noexcept { return (left <=> right) == 0; }
};

/// ">=2.6,<2.15": all conditions must hold. Operators: >= > <= < == !=.
class ACCELLOADER_EXPORT VersionRange {
 public:
  /// Empty: every version fits.
  VersionRange() = default;
  /// The Error has no location: the caller knows where the text stands.
  static Result<VersionRange> parse(std::string_view text);

  bool contains(const Version& version) const noexcept;
  const std::string& text() const noexcept { return text_; }
  bool empty() const noexcept { return conditions_.empty(); }

 private:
  enum class Comparison : std::uint8_t { at_least, above, at_most, below, equal, other };
  struct Condition {
    Comparison comparison;
    Version version;
  };

  static bool holds(const Condition& condition, const Version& version) noexcept;

  std::string text_;
  std::vector<Condition> conditions_;
};

}  // namespace accelloader
