// The program as a whole: usage, colour, what it is linked with.
#include "cli/program.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using Catch::Matchers::ContainsSubstring;
using test::PluginsFolder;
using test::run_program;

TEST_CASE("wrong usage is exit code 2") {
  PluginsFolder folder;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"lits"}, {"list", "--bogus"}, {"validate"}, {"--root", "/nonexistent", "list"}}) {
    const auto result = run_program(folder, arguments);
    CHECK(result.exit_code == 2);
    CHECK_FALSE(result.errors.empty());
  }
  CHECK(run_program(folder, {"--help"}).exit_code == 0);
  CHECK(run_program(folder, {"--version"}).output == "0.1.0\n");
}

TEST_CASE("an unknown name in ACCELLOADER_BACKENDS is told, and is wrong usage") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  const auto result = run_program(folder, {"list"}, {{"ACCELLOADER_BACKENDS", "codex"}});
  CHECK(
      result.errors ==
      "error[A0302]: ACCELLOADER_BACKENDS names `codex`, and no manifest has that name\nhelp: did you mean `codec`?\n");
  CHECK_THAT(result.output, ContainsSubstring("disabled"));
  CHECK(result.exit_code == 2);
}

TEST_CASE("colour is for terminals, and NO_COLOR is obeyed") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  const auto on_a_terminal = [&](test::Variables variables) {
    variables.emplace("ACCELLOADER_PLUGIN_PATH", folder.path());
    variables.emplace("TERM", "xterm");
    return test::run({"script", "--quiet", "--return", "--command", ACCELLOADER_PROGRAM " list", "/dev/null"},
                     variables)
        .output;
  };
  CHECK_THAT(on_a_terminal({}), ContainsSubstring("\x1b[32mready\x1b[0m"));
  CHECK_THAT(on_a_terminal({{"NO_COLOR", "1"}}), ContainsSubstring("ready") && !ContainsSubstring("\x1b["));
  CHECK_THAT(run_program(folder, {"list"}).output, !ContainsSubstring("\x1b["));
}

TEST_CASE("the program and the core library need no libtorch") {
  for (const char* file : {ACCELLOADER_PROGRAM, CORE_LIBRARY}) {
    const auto needed = test::run({"ldd", file}).output;
    CHECK_THAT(needed, ContainsSubstring("libc.so.6"));
    CHECK_THAT(needed, !ContainsSubstring("libtorch") && !ContainsSubstring("libc10"));
  }
}

TEST_CASE("output that cannot be written is no success") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  const auto result =
      test::run({"sh", "-c", ACCELLOADER_PROGRAM " list > /dev/full"}, {{"ACCELLOADER_PLUGIN_PATH", folder.path()}});
  CHECK(result.exit_code == 2);
  CHECK(result.errors == "accelloader: standard output cannot be written: No space left on device\n");
}
