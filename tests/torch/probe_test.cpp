// Plugins for libtorch in a process of their own, asked for by a program that has no libtorch: the program accelloader.
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"
#include "support/process.hpp"

using test::PluginsFolder;

namespace {

test::ProcessResult probed(const PluginsFolder& folder, const std::string& name) {
  return test::run({ACCELLOADER_PROGRAM, "check", name, "--probe"}, {{"ACCELLOADER_PLUGIN_PATH", folder.path()}});
}

/// The first line that tells an error, without its place.
std::string fault(const test::ProcessResult& result) {
  const auto begin = result.output.find("error[");
  return begin == std::string::npos ? "" : result.output.substr(begin, result.output.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("a probe gives a plugin a libtorch, and a plugin that fills its slot has passed") {
  PluginsFolder folder;
  folder.add("npu", fakes::stock, {}, "torch");
  const auto result = probed(folder, "npu");
  CHECK(fault(result).empty());
  CHECK(result.output.starts_with("npu: ready\n"));
  CHECK(result.exit_code == 0);
}

TEST_CASE("a probe tells what a plugin leaves out of libtorch's slot, as a load would") {
  PluginsFolder folder;
  folder.add("guardless", fakes::stock_without_guard, {}, "torch");
  folder.add("empty", fakes::stock_without_operator, {}, "torch");
  folder.add("other", fakes::stock_with_name, {}, "torch");
  CHECK(fault(probed(folder, "guardless")).starts_with("error[A0803]: "));
  CHECK(fault(probed(folder, "empty")).starts_with("error[A0804]: "));
  CHECK(fault(probed(folder, "other")).starts_with("error[A0802]: "));
  CHECK(probed(folder, "other").exit_code == 1);
}

#ifdef SIMTPU_LIBRARY
TEST_CASE("a probe of simtpu activates it") {
  PluginsFolder folder;
  folder.add("simtpu", SIMTPU_LIBRARY, {}, "torch");
  const auto result = probed(folder, "simtpu");
  CHECK(fault(result).empty());
  CHECK(result.exit_code == 0);
}
#endif
