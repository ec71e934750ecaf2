// The process's environment, asked for and, for the time of a load, added to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace accelloader::platform {

std::optional<std::string> environment_variable(std::string_view name);

/// Of all variables that are set, sorted.
std::vector<std::string> environment_variable_names();

/// Whether the process has more rights than who started it (AT_SECURE: setuid, file capabilities): its environment
/// then belongs to somebody less trusted.
bool privileged() noexcept;

/// Sets the variables that are unset, and removes them again when it dies. The environment belongs to the whole process
/// and libc guards no reader of it, so this is done only where a manifest asks for it.
class ScopedEnvironment {
 public:
  explicit ScopedEnvironment(const std::vector<std::pair<std::string, std::string>>& variables);
  ~ScopedEnvironment();
  ScopedEnvironment(const ScopedEnvironment&) = delete;
  ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

 private:
  std::vector<std::string> set_;
};

}  // namespace accelloader::platform
