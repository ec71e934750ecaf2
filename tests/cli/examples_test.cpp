// Each example, run as its first lines say.
#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/program.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using test::PluginsFolder;

TEST_CASE("generic_library calls a function of a library by its backend's name") {
  PluginsFolder folder;
  folder.add("my_codec", fakes::codec);
  const test::Variables path = {{"ACCELLOADER_EXTRA_PLUGIN_PATH", folder.path()}};
  const auto result = test::run({EXAMPLES "/generic_library", "my_codec", "some text"}, path);
  CHECK(result.output == "my_codec: 9\n");
  CHECK(result.exit_code == 0);
  const auto unknown = test::run({EXAMPLES "/generic_library", "my_codex", "x"}, path);
  CHECK(unknown.errors == "error[A0305]: no manifest describes a backend `my_codex`\nhelp: did you mean `my_codec`?\n");
  CHECK(unknown.exit_code == 1);
}

#if defined(WITH_TORCH)
TEST_CASE("first_use computes on chip 1 of simtpu, without a word on standard error") {
  const auto result = test::run({EXAMPLES "/first_use", "simtpu:1"});
  CHECK(result.output == "simtpu:1: 12\n");
  CHECK(result.errors.empty());
  CHECK(result.exit_code == 0);
}

TEST_CASE("first_use tells why there is no TPU, in at most six lines") {
  const auto result = test::run({EXAMPLES "/first_use", "tpu"});
  CHECK_THAT(result.errors, StartsWith("backend `tpu` is known but cannot be used on this machine (A0403)\n"
                                       "  cause: no Google TPU on the PCI bus\n"
                                       "  note: looked for 1ae0:"));
  CHECK_THAT(result.errors,
             ContainsSubstring("\n  help: run on a Cloud TPU VM, or pass the device into the container\n"));
  CHECK(std::ranges::count(result.errors, '\n') <= 6);
  CHECK(result.output.empty());
  CHECK(result.exit_code == 1);
}

TEST_CASE("first_use leaves an unknown name to libtorch") {
  const auto result = test::run({EXAMPLES "/first_use", "bogus"});
  CHECK_THAT(result.errors, StartsWith("Expected one of cpu, cuda, "));
  CHECK_THAT(result.errors, ContainsSubstring("device type at start of device string: bogus\n"));
  CHECK(result.exit_code == 1);
}

TEST_CASE("linear_regression finds the same line on simtpu as on the CPU") {
  const auto on_cpu = test::run({EXAMPLES "/linear_regression", "cpu"});
  const auto on_simtpu = test::run({EXAMPLES "/linear_regression", "simtpu:1"});
  CHECK_THAT(on_cpu.output, ContainsSubstring("cpu: slope 3, offset -1\n"));
  CHECK(on_simtpu.errors.empty());
  const auto losses = [](const std::string& output) { return output.substr(0, output.rfind("step 100")); };
  CHECK(losses(on_simtpu.output) == losses(on_cpu.output));
  CHECK_THAT(on_simtpu.output, ContainsSubstring("simtpu:1: slope 3, offset -1\n"));
}
#endif
