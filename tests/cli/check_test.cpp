#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/program.hpp"
#include "fakes/faulty_paths.hpp"

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

namespace {

/// The program with the rights of root, started by a user who has fewer.
test::ProcessResult run_privileged(const test::TestFolder& folder, std::vector<std::string> arguments,
                                   const test::Variables& variables) {
  const std::string program = folder / "accelloader";
  std::filesystem::copy_file(ACCELLOADER_PROGRAM, program);
  chmod(program.c_str(), 04755);
  arguments.insert(arguments.begin(),
                   {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", program});
  return test::run(arguments, variables);
}

}  // namespace

TEST_CASE("a privileged process trusts neither its environment nor what others can change") {
  if (geteuid() != 0) SKIP("only root makes a program that has more rights than who starts it");
  const test::TestFolder folder;
  chmod(folder.path().c_str(), 0755);
  const auto install = [&folder](const std::string& name) {
    std::filesystem::create_directories(folder / "image/opt");
    // It needs nothing, which the image would not have.
    std::filesystem::copy_file(faulty::future_libc, folder / ("image/opt/lib" + name + ".so"));
    folder.write("image/etc/accelloader/plugins/" + name + ".json",
                 test::manifest(name, "library", "/opt/lib" + name + ".so"));
  };
  install("good");
  install("library");
  install("manifest");
  chmod((folder / "image/opt/liblibrary.so").c_str(), 0666);
  chmod((folder / "image/etc/accelloader/plugins/manifest.json").c_str(), 0666);

  const auto result = run_privileged(folder, {"--root", folder / "image", "check"},
                                     {{"ACCELLOADER_PLUGIN_PATH", "/tmp"}, {"LD_LIBRARY_PATH", "/tmp"}});
  if (result.errors.find("is ignored") == std::string::npos) SKIP("programs get no rights of their owner here");
  std::string output = result.output;
  for (auto at = output.find(folder.path()); at != std::string::npos; at = output.find(folder.path()))
    output.replace(at, folder.path().size(), "DIR");
  CHECK(output ==
        "good: ready\n"
        "library: broken\n"
        "error[A0520]: `liblibrary.so` can be changed by others than root and this user\n"
        "  --> /etc/accelloader/plugins/library.json:5:14\n"
        "   |\n"
        " 5 |   \"library\": \"/opt/liblibrary.so\"\n"
        "   |              ^^^^^^^^^^^^^^^^^^^^ resolved to DIR/image/opt/liblibrary.so\n"
        "   = note: `DIR/image/opt/liblibrary.so` can be changed by everybody (owner root, group root, mode 666)\n"
        "help: take the right to write from them, or let root own it\n"
        "manifest: broken\n"
        "error[A0108]: the manifest can be changed by others than root and this user\n"
        "  --> /etc/accelloader/plugins/manifest.json\n"
        "   = note: `DIR/image/etc/accelloader/plugins/manifest.json` can be changed by everybody (owner root, group "
        "root, mode 666)\n"
        "help: take the right to write from them, or let root own it\n"
        "error[A0108]: the manifest can be changed by others than root and this user\n"
        "  --> /etc/accelloader/plugins/manifest.json\n"
        "   = note: `DIR/image/etc/accelloader/plugins/manifest.json` can be changed by everybody (owner root, group "
        "root, mode 666)\n"
        "help: take the right to write from them, or let root own it\n");
  CHECK(result.errors ==
        "warning[A0107]: the variable `ACCELLOADER_PLUGIN_PATH` is ignored: this process has more rights than who "
        "started it\n");
  CHECK(result.exit_code == 1);
}
