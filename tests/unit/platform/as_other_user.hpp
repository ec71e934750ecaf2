// What a user sees who is not root: tests often run as root, whom no permission keeps from anything.
#pragma once

#include <algorithm>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "support/test_folder.hpp"

namespace test {

/// The text that `look` returns when a user calls it who is not root: this one, or the user 65534 in a child process.
/// `folder` is opened for that user. The test case is skipped where root may not change its user.
template <class Look>
std::string as_other_user(const TestFolder& folder, Look look) {
  constexpr uid_t nobody = 65534;
  if (geteuid() != 0) return look();
  chmod(folder.path().c_str(), 0755);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    if (setgid(nobody) != 0 || setuid(nobody) != 0) _exit(1);
    const std::string text = look();
    _exit(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 2);
  }
  close(ends[1]);
  std::string text(65536, '\0');  // what a pipe holds
  std::size_t length = 0;
  for (ssize_t got = 1; got > 0; length += static_cast<std::size_t>(got))
    got = std::max<ssize_t>(0, read(ends[0], text.data() + length, text.size() - length));
  close(ends[0]);
  text.resize(length);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1) SKIP("this root may not become another user");
  REQUIRE(status == 0);
  return text;
}

}  // namespace test
