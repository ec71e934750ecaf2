#include "platform/environment.hpp"

#include <algorithm>
#include <cstdlib>
#include <sys/auxv.h>
#include <unistd.h>

namespace accelloader::platform {

std::optional<std::string> environment_variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

std::vector<std::string> environment_variable_names() {
  std::vector<std::string> names;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  std::ranges::sort(names);
  return names;
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
