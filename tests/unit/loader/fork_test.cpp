// A plugin in a process that was forked after it was loaded.
#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;

namespace {

/// What `look` returns in a child of this process.
template <class Look>
std::string in_child(Look look) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = look();
    _exit(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text(65536, '\0');  // what a pipe holds
  std::size_t length = 0;
  for (ssize_t got = 1; got > 0; length += static_cast<std::size_t>(std::max<ssize_t>(got, 0)))
    got = read(ends[0], text.data() + length, text.size() - length);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text.substr(0, length);
}

std::string told(const Result<Plugin>& plugin) {
  return plugin ? "loaded by " + std::string(plugin.value().name()) : render(plugin.error());
}

const std::string left_behind =
    "error[A0610]: this process was forked after `npu` was loaded, and what the plugin has started did not come "
    "along\n"
    "help: start workers with spawn instead of fork, or load `npu` in the child alone\n";

}  // namespace

TEST_CASE("a device that was loaded before a fork is refused after it, whichever loader asks") {
  PluginsFolder folder;
  // The contract is the same for each kind, and this process has no libtorch.
  folder.add("npu", folder.copy(fakes::ok), R"("load": {"fork_safe": false})");
  Loader loader = folder.loader();
  REQUIRE(loader.load("npu"));
  CHECK(in_child([&] { return told(loader.load("npu")); }) == left_behind);
  CHECK(in_child([&] { return told(loader.retry("npu")); }) == left_behind);
  CHECK(in_child([&] { return told(folder.loader().load("npu")); }).find("A0610") != std::string::npos);
  CHECK(in_child([&] {
          const Backend npu = *loader.find("npu");
          return std::string(to_string(npu.status())) + " " + to_string(npu.reason()->code());
        }) == "failed A0610");
  CHECK(told(loader.load("npu")) == "loaded by npu");  // here
}

TEST_CASE("what is loaded in the child alone works there, and a library of functions works on both sides") {
  PluginsFolder folder;
  folder.add("npu", folder.copy(fakes::ok), R"("load": {"fork_safe": false})");
  folder.add("codec", fakes::codec);
  Loader loader = folder.loader();
  REQUIRE(loader.load("codec"));
  CHECK(in_child([&] { return told(loader.load("codec")); }) == "loaded by codec");
  CHECK(in_child([&] { return told(loader.load("npu")); }) == "loaded by npu");
}
