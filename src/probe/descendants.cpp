#include "probe/descendants.hpp"

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/file.hpp"

namespace accelloader::probe {
namespace {

/// The parent in "123 (name) S 45 ...", where the name may have parentheses of its own.
pid_t parent_of(const std::string& process) {
  const std::string line = platform::read_line("/proc/" + process + "/stat");
  const auto name_end = line.rfind(')');
  return name_end == std::string::npos || name_end + 4 > line.size() ? -1 : std::atoi(line.c_str() + name_end + 4);
}

void kill_children() {
  for (const std::string& name : platform::list_folder("/proc").names)
    if (std::isdigit(static_cast<unsigned char>(name.front())) != 0 && parent_of(name) == getpid())
      kill(std::atoi(name.c_str()), SIGKILL);
}

}  // namespace

void adopt_descendants() noexcept { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_descendants() noexcept {
  // Each one that goes leaves its own children to us.
  for (;;) {
    kill_children();
    if (waitpid(-1, nullptr, 0) < 0 && errno == ECHILD) return;
  }
}

}  // namespace accelloader::probe
