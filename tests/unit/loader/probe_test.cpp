// Plugins that end the process, hang or lie: a probe tells what they do, and this process is none the worse for it.
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using namespace std::chrono_literals;
using test::PluginsFolder;

namespace {

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::string told(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& found : findings) {
    text += std::string(to_string(found.severity)) + " " + to_string(found.error.code()) + ": " +
            std::string(found.error.message());
    for (const std::string& note : found.error.notes()) text += "; " + note;
  }
  return text;
}

/// What a probe of the library tells. It leaves no process and no descriptor behind.
std::string probed(const char* library, std::chrono::milliseconds limit = 20s) {
  PluginsFolder folder;
  folder.add("npu", library);
  auto loader = folder.loader();
  const std::size_t before = open_descriptors();
  const auto findings = loader.probe("npu", limit);
  CHECK(open_descriptors() == before);
  CHECK((waitpid(-1, nullptr, 0) == -1 && errno == ECHILD));
  return told(findings);
}

std::string without_offset(std::string text) {
  for (auto at = text.find(" (offset 0x"); at != std::string::npos; at = text.find(" (offset 0x"))
    text.erase(at, text.find(')', at) + 1 - at);
  return text;
}

}  // namespace

TEST_CASE("a plugin that does what it should has nothing told of it") {
  CHECK(probed(fakes::codec).empty());
  CHECK(probed(fakes::ok).empty());
}

TEST_CASE("a plugin that aborts is told with its last words") {
  const std::string text = without_offset(probed(fakes::dying_aborts));
  CHECK(
      text.starts_with("error A0606: the plugin crashes the process while it was being opened (SIGABRT, Aborted); it "
                       "happened in `libc.so.6`"));
  CHECK(
      text.ends_with("; called from `fake_dying_aborts.so`; its last words are:\nvnpu: plugin "
                     "interface 0.47, host 0.40"));
}

TEST_CASE("a plugin that crashes is told with the place, and with who called it") {
  CHECK(without_offset(probed(fakes::dying_crashes))
            .starts_with("error A0606: the plugin crashes the process while it was being opened (SIGSEGV, Segmentation "
                         "fault); it happened in `fake_dying_crashes.so` in `vnpu_start`"));
  const std::string in_libc = without_offset(probed(fakes::dying_crashes_in_libc));
  CHECK(in_libc.find("it happened in `libc.so.6`") != std::string::npos);
  CHECK(in_libc.ends_with("; called from `fake_dying_crashes_in_libc.so` in `vnpu_start`"));
  CHECK(probed(fakes::dying_overflows)
            .starts_with("error A0606: the plugin crashes the process while it was being opened (SIGSEGV"));
}

TEST_CASE("a plugin that exits is told with its exit code") {
  CHECK(probed(fakes::dying_exits) ==
        "error A0607: the plugin ends the process with exit code 42 while it was being opened");
  CHECK(probed(fakes::dying_closes_everything) ==
        "error A0607: the plugin ends the process with exit code 3 while it was being opened");
}

TEST_CASE("an exception that leaves a constructor is told with its type and text") {
  CHECK(probed(fakes::dying_throws) ==
        "error A0606: the plugin let an exception escape while it was being opened, which ends the process; the "
        "exception is std::runtime_error: no firmware in \"/lib/firmware\" nor elsewhere");
}

TEST_CASE("a plugin that never comes back is stopped when its time is over") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK(probed(fakes::dying_loops, 1s) ==
        "error A0608: the plugin had not come back after 1 second, and was stopped while it was being opened");
  CHECK(std::chrono::steady_clock::now() - begin < 5s);
}

TEST_CASE("a plugin that waits for a server which never answers is stopped") {
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(bind(server, reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(listen(server, 1) == 0);
  REQUIRE(getsockname(server, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  PluginsFolder folder;
  folder.add("npu", fakes::dying_asks_a_server,
             R"("environment": {"VNPU_PORT": ")" + std::to_string(ntohs(address.sin_port)) + "\"}");
  CHECK(told(folder.loader().probe("npu", 1s)) ==
        "error A0608: the plugin had not come back after 1 second, and was stopped while it was being opened");
  close(server);
}

TEST_CASE("a plugin that is killed is told by the signal alone") {
  CHECK(probed(fakes::dying_kills_itself) ==
        "error A0606: the plugin crashes the process while it was being opened (SIGKILL, Killed)");
}

TEST_CASE("a process that a plugin has left behind ends with the probe") {
  CHECK(probed(fakes::dying_leaves_a_process) ==
        "error A0607: the plugin ends the process with exit code 1 while it was being opened");
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "cmdline");
    const std::string command{std::istreambuf_iterator<char>(file), {}};
    CHECK(command.find("fake_dying_leaves_a_process") == std::string::npos);
  }
}

TEST_CASE("of a flood of words the last ten lines are told, and bytes that are no text are made fit to be shown") {
  const std::string flood = probed(fakes::dying_floods);
  CHECK(flood.find("line 19989 ") == std::string::npos);
  for (int line = 19990; line < 20000; ++line)
    CHECK(flood.find("line " + std::to_string(line) + " of a long complaint") != std::string::npos);
  CHECK(probed(fakes::dying_writes_bytes).ends_with("its last words are:\n\\x1b[31mbad \\xff\\xfe bytes"));
}

TEST_CASE("a plugin that writes into every descriptor cannot pass for one that works") {
  CHECK(probed(fakes::dying_writes_everywhere)
            .starts_with("error A0606: the plugin crashes the process while it was being opened (SIGABRT, Aborted)"));
}

TEST_CASE("what a plugin does to its process group or to its descriptors does not reach the probe") {
  CHECK(probed(fakes::dying_kills_its_group) ==
        "error A0606: the plugin crashes the process while it was being opened (SIGKILL, Killed)");
  CHECK(probed(fakes::dying_stops_its_group, 1s) ==
        "error A0608: the plugin had not come back after 1 second, and was stopped while it was being opened");
  CHECK(probed(fakes::dying_closes_descriptors).empty());
  CHECK(probed(fakes::dying_fills_descriptors).empty());
}

TEST_CASE("a process that a plugin forks does not speak for it") {
  CHECK(probed(fakes::dying_forks_and_aborts)
            .starts_with("error A0606: the plugin crashes the process while it was being opened (SIGABRT, Aborted)"));
  CHECK(probed(fakes::dying_forks_a_child_that_aborts).empty());
}

TEST_CASE("a plugin that talks without end is stopped when its time is over") {
  const std::string text = probed(fakes::dying_never_stops_talking, 1s);
  CHECK(text.starts_with(
      "error A0608: the plugin had not come back after 1 second, and was stopped while it was being opened; its last "
      "words are:\n"));
}

TEST_CASE("a probe leaves no core file, nor our own log lines among the plugin's words") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_aborts_unhandled);
  const auto before = std::filesystem::current_path();
  std::filesystem::create_directory(folder / "here");
  std::filesystem::current_path(folder / "here");
  const rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CORE, &unlimited);
  setenv("ACCELLOADER_LOG", "trace", 1);
  const std::string text = told(folder.loader().probe("npu"));
  unsetenv("ACCELLOADER_LOG");
  std::filesystem::current_path(before);
  CHECK(text == "error A0606: the plugin crashes the process while it was being opened (SIGABRT, Aborted)");
  CHECK(std::filesystem::is_empty(folder / "here"));
}

TEST_CASE("a plugin that ends the probe itself is not blamed, and is not loaded on trust either") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_kills_its_parent, R"("load": {"probe_first": true})");
  auto loader = folder.loader();
  const std::string text = told(loader.probe("npu"));
  CHECK(text.starts_with("warning A0609: the plugin cannot be probed: `"));
  CHECK(text.ends_with("accelloader-probe` gave no report, and was killed by SIGKILL, Killed"));
  CHECK(loader.find("npu")->status() == Status::ready);
  const auto plugin = loader.load("npu");
  REQUIRE_FALSE(plugin);
  CHECK(to_string(plugin.error().causes().front().code()) == "A0609");
}

TEST_CASE("a probe ends with the process that asked for it") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_loops);
  const pid_t asking = fork();
  if (asking == 0) {
    folder.loader().probe("npu", 60s);
    _exit(0);
  }
  const auto runs = [&] {
    for (const auto& process : std::filesystem::directory_iterator("/proc")) {
      std::ifstream file(process.path() / "cmdline");
      const std::string command{std::istreambuf_iterator<char>(file), {}};
      if (command.find(folder / "npu.json") != std::string::npos) return true;
    }
    return false;
  };
  const auto becomes = [&](bool wanted) {
    for (int wait = 0; wait < 1000 && runs() != wanted; ++wait) std::this_thread::sleep_for(10ms);
    return runs() == wanted;
  };
  CHECK(becomes(true));
  kill(asking, SIGKILL);
  waitpid(asking, nullptr, 0);
  CHECK(becomes(false));
}

TEST_CASE("a plugin that fails in its activation is told where, and one that refuses by its own words") {
  CHECK(without_offset(probed(fakes::aborts))
            .starts_with("error A0606: the plugin crashes the process while it was being activated (SIGABRT"));
  PluginsFolder folder;
  folder.add("npu", fakes::fails);
  const auto probe = folder.loader().probe("npu");
  const auto load = folder.loader().load("npu");
  REQUIRE((probe.size() == 1 && !load));
  CHECK(render(probe.front()) == render(finding(load.error().causes().front().clone())));
}

TEST_CASE("what a probe found belongs to the backend until retry()") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_exits);
  auto loader = folder.loader();
  CHECK(loader.find("npu")->status() == Status::ready);
  loader.probe("npu");
  CHECK(loader.find("npu")->status() == Status::broken);
  CHECK(to_string(loader.find("npu")->reason()->code()) == "A0607");
  folder.write("npu.json", test::manifest("npu", "library", fakes::codec));
  CHECK(loader.retry("npu"));
  CHECK(loader.find("npu")->status() == Status::loaded);
}

TEST_CASE("probe_first keeps a plugin out that would end the process") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_exits, R"("load": {"probe_first": true})");
  folder.add("codec", fakes::codec, R"("load": {"probe_first": true})");
  auto loader = folder.loader();
  const auto plugin = loader.load("npu");
  REQUIRE_FALSE(plugin);
  CHECK(plugin.error().causes().front().message() ==
        "the plugin ends the process with exit code 42 while it was being opened");
  CHECK(loader.load("codec"));
}

TEST_CASE("several threads may probe at once") {
  PluginsFolder folder;
  folder.add("exits", fakes::dying_exits);
  folder.add("crashes", fakes::dying_crashes);
  folder.add("codec", fakes::codec);
  auto loader = folder.loader();
  std::string exits, crashes, codec;
  {
    const std::jthread one([&] { exits = told(loader.probe("exits")); });
    const std::jthread two([&] { crashes = told(loader.probe("crashes")); });
    const std::jthread three([&] { codec = told(loader.probe("codec")); });
  }
  CHECK(exits.starts_with("error A0607"));
  CHECK(crashes.starts_with("error A0606"));
  CHECK(codec.empty());
}

TEST_CASE("a probe that cannot be made says so, and blames no plugin") {
  PluginsFolder folder;
  folder.add("npu", fakes::codec);
  LoaderOptions options = folder.options();
  options.probe_program = folder / "nothing";
  CHECK(told(Loader::discover(options).probe("npu")) == "warning A0609: the plugin cannot be probed: `" +
                                                            (folder / "nothing") +
                                                            "` cannot be started: no such file or directory");
  options.probe_program = "/bin/true";
  CHECK(told(Loader::discover(options).probe("npu")) ==
        "warning A0609: the plugin cannot be probed: `/bin/true` gave no report");
  options.probe_program = "/bin/false";
  CHECK(told(Loader::discover(options).probe("npu")) ==
        "warning A0609: the plugin cannot be probed: `/bin/false` gave no report, and ended with exit code 1");
}

TEST_CASE("a backend that is not ready is not probed, and says why") {
  PluginsFolder folder;
  folder.add("npu", folder / "missing.so");
  auto loader = folder.loader();
  CHECK(told(loader.probe("npu")).starts_with("error A0502: the library `"));
  CHECK(told(loader.probe("mpu")).starts_with("error A0305: no manifest describes a backend `mpu`"));
}
