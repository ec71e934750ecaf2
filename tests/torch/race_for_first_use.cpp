// Eight threads race for the first use, half by name and half by torch::kPrivateUse1, in 200 processes.
#include <atomic>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <torch/torch.h>

#include <accelloader/log.hpp>
#include <accelloader/torch.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

namespace {

constexpr int threads = 8, uses = 10;

int race(const accelloader::LoaderOptions& options) {
  std::atomic<int> failures = 0, opened = 0;
  accelloader::set_log_sink(accelloader::LogLevel::debug, [&](accelloader::LogLevel, std::string_view message) {
    if (message.find(": opening ") != std::string_view::npos) ++opened;
  });
  accelloader::torch::install({.loader = accelloader::Loader::discover(options)});
  std::barrier start(threads);
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      start.arrive_and_wait();
      for (int use = 0; use < uses; ++use) try {
          const auto x = i % 2 == 0 ? torch::ones({4}, torch::Device("vnpu:1")) : torch::ones({4}, torch::kPrivateUse1);
          if ((x + x).sum().item<float>() != 8) ++failures;
        } catch (const std::exception& error) {
          if (failures++ == 0) std::fprintf(stderr, "%s\n", error.what());
        }
    });
  for (std::thread& thread : running) thread.join();
  if (opened != 1) std::fprintf(stderr, "opened %d times\n", opened.load());
  return failures == 0 && opened == 1 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 200;
  test::PluginsFolder folder;
  folder.add("vnpu", fakes::stock, R"("device_count": 2)", "torch");
  int failed = 0;
  for (int run = 0; run < runs; ++run) {
    const pid_t child = fork();  // libtorch is loaded, and has started no thread
    if (child == 0) _exit(race(folder.options()));
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) ++failed;
  }
  std::printf("%d runs, %d failed\n", runs, failed);
  return failed == 0 ? 0 : 1;
}
