// A program, run to its end within a time limit, for what it prints.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace accelloader::platform {

struct ChildResult {
  int error = 0;           ///< errno if it could not be started; the rest is empty then
  bool timed_out = false;  ///< it was killed, with its process group
  std::string output;      ///< of its standard output, at most `most_output` bytes
  std::string end;  ///< "was killed by SIGKILL, Killed", "ended with exit code 1"; empty: exit code 0, or not known
};

/// "SIGSEGV, Segmentation fault", "signal 40".
std::string signal_text(int signal);

/// `command[0]` is a path. The child has the environment of this process, default signals, a process group of its own,
/// nothing to read, and of this process's descriptors none; what it writes to its standard error is lost. Nothing of
/// this process changes; other threads may fork and wait meanwhile. No C++ code runs between fork and exec.
ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds limit,
                      std::size_t most_output);

}  // namespace accelloader::platform
