#include "platform/environment.hpp"

#include <cstdlib>
#include <sys/auxv.h>

namespace accelloader::platform {

std::optional<std::string> environment_variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

bool privileged() noexcept { return getauxval(AT_SECURE) != 0; }

ScopedEnvironment::ScopedEnvironment(const std::vector<std::pair<std::string, std::string>>& variables) {
  for (const auto& [name, value] : variables) {
    if (std::getenv(name.c_str())) continue;
    if (setenv(name.c_str(), value.c_str(), 0) == 0) set_.push_back(name);
  }
}

ScopedEnvironment::~ScopedEnvironment() {
  for (const std::string& name : set_) unsetenv(name.c_str());
}

}  // namespace accelloader::platform
