// How processes end that have used chips. Each case runs the hidden test of that name in a process of its own.
#include <chrono>
#include <cstdlib>
#include <unistd.h>

#include <c10/core/StreamGuard.h>

#include "support.hpp"

using namespace simtpu_test;

namespace {

torch::Tensor static_tensor;

void use_streams() {
  power_on();
  const c10::StreamGuard guard(c10::impl::getDeviceGuardImpl(torch::kPrivateUse1)->getNewStream(chip(0), 0));
  auto x = torch::ones({256, 256}, on_chip());
  for (int i = 0; i < 900; ++i) x = torch::mm(x, x);
  static_tensor = x;
}

int run_hidden(const std::string& name) {
  char self[4096];
  const auto length = readlink("/proc/self/exe", self, sizeof self);
  const auto command =
      "timeout 60 " + std::string(self, static_cast<std::size_t>(length)) + " '" + name + "' > /dev/null 2>&1";
  return std::system(command.c_str());
}

}  // namespace

TEST_CASE("hidden: exit with work queued", "[.]") { use_streams(); }
TEST_CASE("hidden: exit with static tensors", "[.]") {
  static_tensor = torch::ones({10}, on_chip(1));
  static auto other = torch::ones({10}, on_chip(0)).requires_grad_();
  (other * other).sum().backward();
}
TEST_CASE("hidden: exit of a forked child", "[.]") {
  use_streams();
  const pid_t pid = fork();
  if (pid == 0) std::exit(0);
}
TEST_CASE("hidden: exit in the middle", "[.]") {
  use_streams();
  std::thread([] { std::exit(0); }).join();
}

TEST_CASE("a process ends cleanly and soon") {
  for (const char* name : {"hidden: exit with work queued", "hidden: exit with static tensors",
                           "hidden: exit of a forked child", "hidden: exit in the middle"}) {
    INFO(name);
    CHECK(run_hidden(name) == 0);
  }
}

TEST_CASE("a stream that was used before a fork says so in the child") {
  power_on();
  const auto stream = c10::impl::getDeviceGuardImpl(torch::kPrivateUse1)->getNewStream(chip(0), 0);
  const c10::StreamGuard guard(stream);
  torch::ones({2}, on_chip()).add_(1);
  stream.synchronize();
  CHECK(child([&] {
          if (thrown([] {
                torch::ones({2}, on_chip()).add_(1);
              }).find("belongs to the process that this one was forked from") == std::string::npos)
            _exit(1);
        }) == 0);
}
