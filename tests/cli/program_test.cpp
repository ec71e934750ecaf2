// The program as a whole: usage, colour, what it is linked with.
#include "cli/program.hpp"

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

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

TEST_CASE("a program with more rights than its user trusts no variable, and says which") {
  if (geteuid() != 0) SKIP("makes a program setuid, which takes root");
  const std::string program = std::string(ACCELLOADER_PROGRAM) + "-setuid";
  std::filesystem::copy_file(ACCELLOADER_PROGRAM, program, std::filesystem::copy_options::overwrite_existing);
  REQUIRE(chmod(program.c_str(), 04755) == 0);
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::others_all, std::filesystem::perm_options::add);
  const auto result = test::run({"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program, "list"},
                                {{"ACCELLOADER_PLUGIN_PATH", folder.path()}});
  std::filesystem::remove(program);
  if (result.exit_code == 126 || result.exit_code == 127) SKIP("that user may not enter the build folder");
  CHECK(result.output.find("codec") == std::string::npos);
  CHECK(result.errors ==
        "warning[A0107]: the variable `ACCELLOADER_PLUGIN_PATH` is ignored: this process has more rights than who "
        "started it\n");
}

TEST_CASE("explain prints the page of a code, however it is written") {
  PluginsFolder folder;
  const auto page = run_program(folder, {"explain", "A0512"});
  CHECK(page.exit_code == 0);
  CHECK(page.output.starts_with("# A0512: a needed library is missing\n\nThe plugin needs other libraries"));
  CHECK(run_program(folder, {"explain", "a0512"}).output == page.output);
  CHECK(run_program(folder, {"explain", "512"}).output == page.output);
  CHECK_THAT(run_program(folder, {"explain"}).output, ContainsSubstring("A0403  the hardware is not there\n"));
  CHECK_THAT(
      run_program(folder, {"explain", "--json", "A0403"}).output,
      ContainsSubstring("\"code\": \"A0403\",\n      \"stage\": \"hardware\",\n      \"title\": \"the hardware is "
                        "not there\","));
}

TEST_CASE("explain of a code that there is none of names the nearest") {
  PluginsFolder folder;
  const auto unknown = run_program(folder, {"explain", "A0499"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.errors == "error: `A0499` is no code of accelloader\nhelp: the nearest ones are A0412 and A0502\n");
  CHECK(run_program(folder, {"explain", "twelve"}).errors ==
        "error: `twelve` is no code of accelloader\nhelp: codes are written A0512; without one, all are listed\n");
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
