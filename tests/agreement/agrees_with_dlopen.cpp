// agrees_with_dlopen FILE...: what the inspection says of each library, against what dlopen does with it in a child
// process. Prints where they differ and a summary; fails if they differ.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <dlfcn.h>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <accelloader/descriptor.hpp>
#include <accelloader/render.hpp>

#include "binary/inspect.hpp"
#include "platform/environment.hpp"

using namespace accelloader;

namespace {

constexpr unsigned seconds = 20;

/// Empty if dlopen opened it.
std::string dlopen_says(const std::string& path) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
    std::string answer = "+";
    if (!dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) answer = dlerror();
    _exit(write(ends[1], answer.data(), answer.size()) < 0 ? 1 : 0);
  }
  close(ends[1]);
  std::string answer;
  char room[4096];
  for (ssize_t got; (got = read(ends[0], room, sizeof room)) > 0;) answer.append(room, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (answer == "+") return {};
  if (!answer.empty()) return answer;
  return WIFSIGNALED(status) ? "(signal " + std::to_string(WTERMSIG(status)) + ")" : "(exit while it was opened)";
}

struct Verdict {
  std::string error;  // empty: fine
  double milliseconds = 0;
};

Verdict inspection_says(const std::string& path) {
  Descriptor descriptor;
  descriptor.name = "subject";
  descriptor.library = path;
  descriptor.text = std::make_shared<const std::string>("\n");
  const Environment environment = &platform::environment_variable;
  const auto begin = std::chrono::steady_clock::now();
  const auto findings = binary::inspect_library(descriptor, path, {"/", &environment, {}}, binary::Depth::symbols);
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
  Verdict verdict{.error = {}, .milliseconds = spent.count()};
  for (const Finding& found : findings)
    if (found.severity == Severity::error)
      verdict.error += to_string(found.error.code()) + " " + std::string(found.error.message()) + "; ";
  return verdict;
}

}  // namespace

int main(int argc, char** argv) {
  int fine = 0, broken = 0, missed = 0, wrong = 0;
  double slowest = 0;
  std::string slowest_path;
  for (int i = 1; i < argc; ++i) {
    const std::string path = argv[i];
    const Verdict verdict = inspection_says(path);
    const std::string linker = dlopen_says(path);
    if (verdict.milliseconds > slowest) slowest = verdict.milliseconds, slowest_path = path;
    if (verdict.error.empty() && linker.empty()) ++fine;
    if (!verdict.error.empty() && !linker.empty()) ++broken;
    if (verdict.error.empty() && !linker.empty()) {
      ++missed;
      std::cout << "fine, but dlopen fails: " << path << "\n    dlopen: " << linker << "\n";
    }
    if (!verdict.error.empty() && linker.empty()) {
      ++wrong;
      std::cout << "broken, but dlopen opens it: " << path << "\n    we: " << verdict.error << "\n";
    }
  }
  std::cout << argc - 1 << " libraries: " << fine << " fine, " << broken << " broken for both, " << missed
            << " missed, " << wrong << " wrongly blamed; the slowest took " << slowest << " ms: " << slowest_path
            << "\n";
  return missed + wrong == 0 ? 0 : 1;
}
