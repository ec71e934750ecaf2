#include "cli/command.hpp"

namespace accelloader::cli {

std::span<const Command> commands() {
  static constexpr Command all[] = {
      {"list", "what this machine has: one line a backend", &configure_list},
      {"info", "everything that is known about one backend", &configure_info},
      {"check", "judge backends, with all findings, without opening a plugin", &configure_check},
      {"validate", "judge manifests, wherever they lie", &configure_validate},
  };
  return all;
}

}  // namespace accelloader::cli
