#include "support/process.hpp"

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1, write = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
    read = ends[0], write = ends[1];
  }
  ~Pipe() {
    close(read);
    close_write();
  }
  void close_write() {
    if (write >= 0) close(write);
    write = -1;
  }
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// False at the end of the stream.
bool read_some(int descriptor, std::string& text) {
  char room[4096];
  const ssize_t got = read(descriptor, room, sizeof room);
  if (got > 0) text.append(room, static_cast<std::size_t>(got));
  return got > 0;
}

void drain(pid_t child, int output, int errors, ProcessResult& result) {
  const auto deadline = Clock::now() + std::chrono::minutes(1);
  bool open[2] = {true, true};
  while (open[0] || open[1]) {
    pollfd waiting[2] = {{open[0] ? output : -1, POLLIN, 0}, {open[1] ? errors : -1, POLLIN, 0}};
    poll(waiting, 2, 100);
    if (waiting[0].revents) open[0] = read_some(output, result.output);
    if (waiting[1].revents) open[1] = read_some(errors, result.errors);
    if (Clock::now() > deadline) kill(child, SIGKILL);
  }
}

}  // namespace

ProcessResult run(const std::vector<std::string>& command, const Variables& variables) {
  std::vector<std::string> arguments = command, environment;
  for (const auto& [name, value] : variables) environment.push_back(name + "=" + value);
  if (const char* path = std::getenv("PATH")) environment.push_back(std::string("PATH=") + path);

  Pipe output, errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.write, 1);
  posix_spawn_file_actions_adddup2(&actions, errors.write, 2);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, command[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("`" + command[0] + "` cannot be started");
  output.close_write();
  errors.close_write();

  ProcessResult result;
  drain(child, output.read, errors.read, result);
  int status = 0;
  waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace test
