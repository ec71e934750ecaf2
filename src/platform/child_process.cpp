#include "platform/child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): unistd.h has it for GNU sources alone

namespace accelloader::platform {
namespace {

using Clock = std::chrono::steady_clock;

/// What posix_spawn is told. Both parts must be destroyed.
class SpawnPlan {
 public:
  explicit SpawnPlan(int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int spawn(const std::vector<std::string>& command, pid_t& child) const {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    return posix_spawn(&child, arguments.front(), &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Reads until the other end is closed; false if that did not happen in time.
bool read_all(int pipe, Clock::time_point deadline, std::size_t most, std::string& output) {
  char room[4096];
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{pipe, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min<long>(left, 60'000))) <= 0) continue;
    const ssize_t got = read(pipe, room, sizeof room);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return true;
    output.append(room, std::min(static_cast<std::size_t>(got), most - output.size()));
  }
}

std::string reap(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return {};  // a program that ignores SIGCHLD has no child left to wait for
  if (WIFSIGNALED(status)) return "was killed by " + signal_text(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? std::string() : "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::string signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name + ", " + strsignal(signal) : "signal " + std::to_string(signal);
}

ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds limit,
                      std::size_t most_output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {.error = errno, .output = {}, .end = {}};
  pid_t child = -1;
  ChildResult result;
  result.error = SpawnPlan(ends[1]).spawn(command, child);
  close(ends[1]);
  if (result.error == 0) {
    result.timed_out = !read_all(ends[0], Clock::now() + limit, most_output, result.output);
    if (result.timed_out) kill(-child, SIGKILL);
    result.end = reap(child);
  }
  close(ends[0]);
  return result;
}

}  // namespace accelloader::platform
