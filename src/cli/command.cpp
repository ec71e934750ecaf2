#include "cli/command.hpp"

namespace accelloader::cli {

std::span<const Command> commands() {
  static constexpr Command all[] = {
      {"list", "what this machine has: one line a backend", &configure_list},
      {"info", "everything that is known about one backend", &configure_info},
      {"check", "judge backends, with all findings; --probe also loads them, in a process apart", &configure_check},
      {"doctor", "the whole machine: what was looked at, all findings, and what to do first", &configure_doctor},
      {"explain", "what a code means, and what to do", &configure_explain},
      {"validate", "judge manifests, wherever they lie", &configure_validate},
  };
  return all;
}

}  // namespace accelloader::cli
