#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/program.hpp"

using Catch::Matchers::ContainsSubstring;
using test::PluginsFolder;
using test::run_program;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// What stands under a heading.
std::string section(const std::string& text, const std::string& heading) {
  const auto begin = text.find("\n" + heading + "\n") + heading.size() + 2;
  return text.substr(begin, text.find("\n\n", begin) + 1 - begin);
}

/// A table whose columns are as wide as they must be, with one space between them.
std::string squeezed(const std::string& text) {
  std::string all;
  for (const char byte : text)
    if (byte != ' ' || !all.ends_with(' ')) all += byte;
  return all;
}

}  // namespace

TEST_CASE("doctor tells of another machine what was looked at, what was found and what to do first") {
  const test::TestFolder image;
  image.write("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n");
  image.write("run/systemd/container", "podman\n");
  image.write("etc/accelloader/plugins/npu.json",
              test::manifest("npu", "library", "/opt/libnpu.so", R"("help": {"library": "install npu-runtime"})"));
  image.write("etc/accelloader/plugins/tpu.json",
              test::manifest("tpu", "torch", "libtpu.so",
                             R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/accel0"}]}})"));
  image.write("etc/accelloader/plugins/bad.json", "{");
  image.write("usr/lib/x86_64-linux-gnu/libc10.so.2.6", "");
  const auto result =
      test::run({ACCELLOADER_PROGRAM, "--root", image.path(), "doctor"},
                {{"XDG_CONFIG_HOME", "relative"}, {"LD_LIBRARY_PATH", "/opt"}, {"ACCELLOADER_LOGS", "x"}});
  CHECK(result.errors.empty());
  CHECK(result.exit_code == 3);
  const std::string text = replaced(result.output, image.path(), "DIR");
  CHECK(
      text.starts_with("accelloader 0.1.0 on Debian GNU/Linux 13 (trixie), in a container (podman)\n\nsearch path\n"));
  const std::string path = squeezed(section(text, "search path"));
  CHECK(
      path.starts_with("RANK MANIFESTS STATE PLACE REASON\n"
                       "1 3 a folder /etc/accelloader/plugins the machine's configuration\n"
                       "2 0 not there /usr/local/share/accelloader/plugins the machine's data\n"
                       "3 0 not there /usr/share/accelloader/plugins the machine's data\n"
                       "4 0 not there /"));
  CHECK(
      path.ends_with("/share/accelloader/plugins installed with this library\n"
                     "error[A0201]: not JSON: the file ends too early\n"
                     " --> /etc/accelloader/plugins/bad.json:1:1\n"
                     " |\n"
                     " 1 | {\n"
                     " | ^\n"
                     " = note: the `{` of line 1 is not closed\n"));
  CHECK(section(text, "environment") ==
        "VARIABLE           HONOURED   WHY                                                        VALUE\n"
        "XDG_CONFIG_HOME    no         it is no absolute path                                     relative\n"
        "LD_LIBRARY_PATH    no         another machine is judged                                  /opt\n"
        "ACCELLOADER_LOGS   no         there is no such variable; did you mean ACCELLOADER_LOG?   x\n");
  CHECK(section(text, "libtorch")
            .starts_with("VERSION   FOUND BY                   LIBRARY\n"
                         "unknown   the linker's own folders   /usr/lib/x86_64-linux-gnu/libc10.so.2.6\n"));
  CHECK(section(text, "back ends") ==
        "npu: broken (/etc/accelloader/plugins/npu.json)\n"
        "error[A0502]: the library `/opt/libnpu.so` was not found\n"
        "  --> /etc/accelloader/plugins/npu.json:5:14\n"
        "   |\n"
        " 5 |   \"library\": \"/opt/libnpu.so\",\n"
        "   |              ^^^^^^^^^^^^^^^^\n"
        "   = note: looked at `DIR/opt/libnpu.so` (the path in the manifest): no such file or directory\n"
        "help: install npu-runtime\n"
        "tpu: absent (/etc/accelloader/plugins/tpu.json)\n"
        "error[A0403]: no hardware of `tpu`: `/dev/accel0` does not exist\n"
        "  --> /etc/accelloader/plugins/tpu.json:6:28\n"
        "   |\n"
        " 6 |   \"requires\": {\"hardware\": {\"any_of\": [{\"device_node\": \"/dev/accel0\"}]}}\n"
        "   |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = note: looked for `/dev/accel0`\n");
  CHECK(
      text.ends_with("\nwhat to do first\n"
                     "1. /etc/accelloader/plugins/bad.json: not JSON: the file ends too early (A0201)\n"
                     "2. npu: the library `/opt/libnpu.so` was not found (A0502)\n"
                     "   help: install npu-runtime\n"));
}

TEST_CASE("doctor has nothing to do where all is well or only the hardware is absent") {
  PluginsFolder folder;
  folder.add("codec", fakes::codec);
  folder.add("npu", fakes::codec, R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_npu"}]}})", "torch");
  const auto result = run_program(folder, {"doctor"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, ContainsSubstring("\ncodec: ready (" + folder / "codec.json" + ")\n"));
  CHECK(result.output.ends_with(
      "\nwhat to do first\nnothing: what is not ready has no hardware here, or is not wanted\n"));
}

TEST_CASE("doctor fails for a backend that is at fault, and names what is broken before what is blocked") {
  PluginsFolder folder;
  folder.add("a_blocked", fakes::codec, R"("requires": {"environment": ["NPU_HOME"]}, "help": {"blocked": "set it"})");
  folder.add("broken", folder / "missing.so", R"("help": {"library": "build it"})");
  const auto result = run_program(folder, {"doctor"});
  CHECK(result.exit_code == 1);
  CHECK(
      result.output.ends_with("\nwhat to do first\n"
                              "1. broken: the library `" +
                              folder / "missing.so" +
                              "` was not found (A0502)\n"
                              "   help: build it\n"
                              "2. a_blocked: the plugin needs the variable `NPU_HOME`, and it is not set (A0410)\n"
                              "   help: set it\n"));
}

TEST_CASE("doctor tells which variables count and which do not, and why") {
  PluginsFolder folder;
  const auto result = run_program(folder, {"doctor"},
                                  {{"ACCELLOADER_EXTRA_PLUGIN_PATH", "/extra"},
                                   {"ACCELLOADER_BACKENDS", ""},
                                   {"ACCELLOADER_BACKEND", "npu"},
                                   {"ACCELLOADER_COLOUR", "1"},
                                   {"GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=4096"}});
  CHECK(squeezed(section(replaced(result.output, folder.path(), "DIR"), "environment")) ==
        "VARIABLE HONOURED WHY VALUE\n"
        "ACCELLOADER_PLUGIN_PATH yes is the search path DIR\n"
        "ACCELLOADER_EXTRA_PLUGIN_PATH no ACCELLOADER_PLUGIN_PATH is the whole search path /extra\n"
        "ACCELLOADER_BACKENDS no it is empty\n"
        "GLIBC_TUNABLES yes sets the room for static thread-local storage glibc.rtld.optional_static_tls=4096\n"
        "ACCELLOADER_BACKEND no there is no such variable; did you mean ACCELLOADER_BACKENDS? npu\n"
        "ACCELLOADER_COLOUR no there is no such variable 1\n");
}

TEST_CASE("doctor --json has what the text has") {
  PluginsFolder folder;
  folder.add("broken", folder / "missing.so", R"("help": {"library": "build it"})");
  const auto result = run_program(folder, {"doctor", "--json"});
  CHECK_THAT(replaced(result.output, folder.path(), "DIR"),
             ContainsSubstring("    \"search_path\": [\n"
                               "      {\n"
                               "        \"path\": \"DIR\",\n"
                               "        \"source\": \"ACCELLOADER_PLUGIN_PATH, entry 1\",\n"
                               "        \"rank\": 1,\n"
                               "        \"state\": \"a folder\",\n"
                               "        \"manifests\": 1\n"
                               "      }\n"
                               "    ],\n"
                               "    \"variables\": [\n"
                               "      {\n"
                               "        \"name\": \"ACCELLOADER_PLUGIN_PATH\",\n"
                               "        \"value\": \"DIR\",\n"
                               "        \"honoured\": true,\n"
                               "        \"effect\": \"is the search path\"\n"
                               "      }\n"
                               "    ],\n"));
  CHECK_THAT(replaced(result.output, folder.path(), "DIR"),
             ContainsSubstring("  \"to_do\": [\n"
                               "    {\n"
                               "      \"what\": \"broken: the library `DIR/missing.so` was not found (A0502)\",\n"
                               "      \"help\": \"build it\"\n"
                               "    }\n"
                               "  ]\n"
                               "}\n"));
}
