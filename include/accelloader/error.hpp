// What went wrong, in a form that serves both people and programs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <accelloader/error_code.hpp>
#include <accelloader/export.hpp>

namespace accelloader {

/// A stretch of a manifest. Line and column count from 1, the column and the length in bytes; line 0 means the file as
/// a whole.
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
  std::string source;  ///< the line itself, so that it can be shown when the file is gone or has changed; may be empty
  std::string label;   ///< what to say beside the caret; may be empty
};

/// "/etc/accelloader/plugins/tpu.json:9:17", or the path alone.
ACCELLOADER_EXPORT std::string to_string(const Location& location);

/// One failure and all that is known about it: made where it is seen, completed on its way up, rendered once, by
/// whoever talks to a person. Move-only and one pointer wide. Not synchronized.
///
///     return Error(ErrorCode::hardware_not_found, "no Google TPU on the PCI bus")
///         .at(rule.location)
///         .note("looked for 1ae0:005e, 1ae0:0063 in /sys/bus/pci/devices (6 devices)")
///         .help("run on a Cloud TPU VM, or pass the device into the container");
class [[nodiscard]] ACCELLOADER_EXPORT Error {
 public:
  /// `message`: lowercase, names in backticks, no final stop. It states; only help() advises.
  Error(ErrorCode code, std::string message);
  Error(Error&&) noexcept;
  Error& operator=(Error&&) noexcept;
  ~Error();

  Error& at(Location where) &;
  Error&& at(Location where) && { return std::move(at(std::move(where))); }
  Error& note(std::string text) &;
  Error&& note(std::string text) && { return std::move(note(std::move(text))); }
  /// An empty text takes nothing away.
  Error& help(std::string text) &;
  Error&& help(std::string text) && { return std::move(help(std::move(text))); }
  /// May be called again: several candidates can fail at once, and none of their reasons is dropped.
  Error& caused_by(Error cause) &;
  Error&& caused_by(Error cause) && { return std::move(caused_by(std::move(cause))); }

  ErrorCode code() const noexcept;
  std::string_view message() const noexcept;
  const std::optional<Location>& location() const noexcept;
  std::span<const std::string> notes() const noexcept;
  std::string_view help() const noexcept;
  std::span<const Error> causes() const noexcept;

  /// A deep copy: a remembered failure is told again to everybody who asks.
  Error clone() const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace accelloader
