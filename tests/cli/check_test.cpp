#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/program.hpp"

using Catch::Matchers::ContainsSubstring;
using test::PluginsFolder;
using test::run_program;

TEST_CASE("check tells all findings, and its exit code whether a named backend can be used") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  folder.add("npu", folder / "missing.so", {}, "torch");
  CHECK(run_program(folder, {"check", "codec"}).exit_code == 0);
  const auto result = run_program(folder, {"check", "codec", "npu"});
  CHECK(result.output ==
        "codec: ready\n"
        "npu: broken\n"
        "error[A0502]: the library `" +
            folder / "missing.so" +
            "` was not found\n"
            "  --> " +
            folder / "npu.json" +
            ":5:14\n"
            "   |\n"
            " 5 |   \"library\": \"" +
            folder / "missing.so" +
            "\"\n"
            "   |              " +
            std::string((folder / "missing.so").size() + 2, '^') +
            "\n"
            "   = note: looked at `" +
            folder / "missing.so" + "` (the path in the manifest): no such file or directory\n");
  CHECK(result.exit_code == 1);
}

TEST_CASE("check without names fails for what is at fault, and not for absent hardware") {
  PluginsFolder folder;
  folder.add("npu", fakes::codec, R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_npu"}]}})", "torch");
  CHECK(run_program(folder, {"check"}).exit_code == 0);
  CHECK(run_program(folder, {"check", "npu"}).exit_code == 1);
  folder.write("bad.json", "[]");
  CHECK(run_program(folder, {"check"}).exit_code == 3);
  folder.add("broken", folder / "missing.so");
  CHECK(run_program(folder, {"check"}).exit_code == 1);
}

TEST_CASE("check --probe loads a plugin where it can harm nobody, and only when it is asked to") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_exits);
  folder.add("codec", fakes::codec);
  CHECK(run_program(folder, {"check"}).output == "codec: ready\nnpu: ready\n");
  const auto result = run_program(folder, {"check", "--probe"});
  CHECK(result.exit_code == 1);
  CHECK(result.output ==
        "codec: ready\nnpu: broken\n"
        "error[A0607]: the plugin ends the process with exit code 42 while it was being opened\n"
        "  --> " +
            folder / "npu.json" + ":5:14\n   |\n 5 |   \"library\": \"" + fakes::dying_exits +
            "\"\n   |              " + std::string(std::string(fakes::dying_exits).size() + 2, '^') + " resolved to " +
            fakes::dying_exits + "\n");
  CHECK(run_program(folder, {"check", "--probe", "codec"}).exit_code == 0);
  CHECK_THAT(run_program(folder, {"check", "--probe", "--json", "npu"}).output,
             ContainsSubstring("\"code\": \"A0607\"") && ContainsSubstring("\"status\": \"broken\""));
  CHECK(run_program(folder, {"check", "--timeout", "3"}).exit_code == 2);
  CHECK(run_program(folder, {"check", "--probe", "--timeout", "0"}).exit_code == 2);
}

TEST_CASE("check --json loses nothing that the text has") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  folder.write("bad.json", "[]");
  const auto all = run_program(folder, {"check", "--json"}, {{"ACCELLOADER_BACKENDS", "^codex"}});
  CHECK_THAT(all.output, ContainsSubstring("\"valid\": false") && ContainsSubstring("\"code\": \"A0302\""));
  const auto named = run_program(folder, {"check", "--json", "codec"});
  CHECK_THAT(named.output, ContainsSubstring("\"status\": \"ready\"") && ContainsSubstring("\"manifests\": []"));
}

TEST_CASE("a name that no manifest has is an error with a hint") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  for (const char* command : {"check", "info"}) {
    const auto result = run_program(folder, {command, "codex"});
    CHECK(result.errors == "error[A0305]: no manifest describes a backend `codex`\nhelp: did you mean `codec`?\n");
    CHECK(result.exit_code == 1);
  }
}

TEST_CASE("info shows everything that is known about one backend") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec,
             R"("description": "counts letters", "priority": 5, "options": {"lanes": 4, "deep": {"a": 1}})");
  const auto result = run_program(folder, {"info", "codec"});
  CHECK(result.output ==
        "codec: ready\n"
        "  manifest      " +
            folder / "codec.json" +
            "\n"
            "  found as      ACCELLOADER_PLUGIN_PATH, entry 1 (rank 1)\n"
            "  description   counts letters\n"
            "  kind          library\n"
            "  library       " +
            std::string(fakes::codec) +
            " (the path in the manifest)\n"
            "  hardware      1 device\n"
            "  devices       1\n"
            "  priority      5\n"
            "  option        lanes = 4\n"
            "  option        deep = {\"a\": 1}\n");
  CHECK(result.exit_code == 0);
  const auto json = run_program(folder, {"info", "codec", "--json"}).output;
  CHECK_THAT(json, ContainsSubstring("\"rule\": \"the path in the manifest\""));
  CHECK_THAT(json,
             ContainsSubstring("\"options\": {\n          \"lanes\": 4,\n          \"deep\": {\n            \"a\": 1"));
}

TEST_CASE("check --probe does not pass what it could not probe, and is not for another machine") {
  PluginsFolder folder;
  folder.add("npu", fakes::dying_kills_its_parent);
  const auto result = run_program(folder, {"check", "--probe"});
  CHECK(result.exit_code == 1);
  CHECK(result.output.starts_with("npu: ready\nwarning[A0609]: the plugin cannot be probed: `"));
  const auto other = run_program(folder, {"check", "--probe", "--root", folder.path()});
  CHECK(other.exit_code == 2);
  CHECK(other.errors == "accelloader: --probe runs plugins on this machine, and --root judges another one\n");
}
