// What a probe came to, on its way from the child process to the one that asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/error.hpp>

namespace accelloader::loader {

struct ProbeReport {
  enum class Outcome { succeeded, refused, skipped, died, timed_out };

  /// Where a signal struck, from the innermost call outwards.
  struct Frame {
    std::string object;        ///< path of the library or program
    std::uint64_t offset = 0;  ///< in the object, as addr2line takes it
    std::string function;      ///< demangled; empty if the object does not tell
  };

  Outcome outcome = Outcome::died;
  Stage stage = Stage::open;   ///< how far it had come
  std::optional<Error> error;  ///< refused: what the pipeline said
  std::string reason;          ///< skipped: why
  int signal = 0;              ///< died: by which one; 0 for an exit
  int exit_code = 0;           ///< died: by exit
  std::string exception;       ///< died: type and text of the uncaught one; may be empty
  std::vector<Frame> frames;   ///< died; may be empty
  std::string output;          ///< the end of what it wrote to standard output and standard error
};

std::string written(const ProbeReport& report);

/// Empty if the text is no report: the plugin may have written into it, or the probe died.
std::optional<ProbeReport> read_report(std::string_view text);

/// Errors alone: how a worker tells the supervisor.
std::string written(const Error& error);
std::optional<Error> read_error(std::string_view text);

}  // namespace accelloader::loader
