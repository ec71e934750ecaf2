#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/program.hpp"

using Catch::Matchers::ContainsSubstring;
using test::PluginsFolder;
using test::run_program;

namespace {

constexpr const char* absent =
    R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_npu"}]}}, "device_label": "NPU")";

/// A machine with a TPU v6e and its driver, as sysfs and /dev show it.
void add_tpu(const test::TestFolder& root) {
  const std::string function = "sys/bus/pci/devices/0000:00:04.0/";
  root.write(function + "vendor", "0x1ae0\n");
  root.write(function + "device", "0x006f\n");
  root.link(function + "iommu_group", "../../../kernel/iommu_groups/4");
  root.write("dev/vfio/4", "");
}

}  // namespace

TEST_CASE("list shows each backend in one line, sorted by name") {
  PluginsFolder folder;
  folder.add("zeta", fakes::codec);
  folder.add("npu", fakes::codec, absent, "torch");
  folder.add("sim", fakes::codec, R"("device_count": 2, "device_label": "simulated chip")");
  const auto result = run_program(folder, {"list"});
  CHECK(result.output ==
        "NAME   KIND      STATUS   HARDWARE            LIBRARY         REASON\n"
        "npu    torch     absent   none                fake_codec.so   no NPU: `/dev/no_npu` does not exist (A0403)\n"
        "sim    library   ready    2 simulated chips   fake_codec.so\n"
        "zeta   library   ready    1 device            fake_codec.so\n");
  CHECK(result.errors.empty());
  CHECK(result.exit_code == 0);
  CHECK(run_program(folder, {"list"}).output == result.output);  // identical twice in a row
}

TEST_CASE("list hides what is shadowed, and --all shows it with the reason") {
  PluginsFolder folder;
  folder.write("a.json", test::manifest("codec", "library", fakes::codec, "\"priority\": 1"));
  folder.write("b.json", test::manifest("codec", "library", fakes::codec, "\"priority\": 2"));
  CHECK_THAT(run_program(folder, {"list"}).output, !ContainsSubstring("shadowed"));
  CHECK_THAT(
      run_program(folder, {"list", "--all"}).output,
      ContainsSubstring("shadowed   unknown    fake_codec.so   `" + folder / "b.json" +
                        "` is used in its place: its priority 2 is above 1 (A0303)") ||
          ContainsSubstring("`" + folder / "b.json" + "` is used in its place: its priority 2 is above 1 (A0303)"));
}

TEST_CASE("list names invalid manifests, shows the others, and says so by its exit code") {
  PluginsFolder folder;
  folder.add("good", fakes::codec);
  folder.write("bad.json", "{\"name\": \"bad\",}");
  const auto result = run_program(folder, {"list"});
  CHECK(result.output ==
        "NAME   KIND      STATUS   HARDWARE   LIBRARY         REASON\n"
        "good   library   ready    1 device   fake_codec.so\n"
        "invalid manifest: " +
            folder / "bad.json" + ":1:15: not JSON: a comma before `}` (A0201)\n");
  CHECK(result.exit_code == 3);
}

TEST_CASE("list without a manifest says so") {
  PluginsFolder folder;
  const auto result = run_program(folder, {"list"});
  CHECK(result.output == "no manifest describes a backend here\n");
  CHECK(result.exit_code == 0);
}

TEST_CASE("list --json is a document with a schema version, and keeps what the text has") {
  PluginsFolder folder;
  folder.add("npu", fakes::codec, absent, "torch");
  const auto result = run_program(folder, {"list", "--json"});
  CHECK_THAT(result.output, ContainsSubstring("\"schema_version\": 1,\n  \"accelloader_version\": \"0.1.0\",\n"));
  CHECK_THAT(result.output,
             ContainsSubstring("\"name\": \"npu\",\n      \"kind\": \"torch\",\n      \"status\": \"absent\""));
  CHECK_THAT(result.output, ContainsSubstring("\"code\": \"A0403\""));
  CHECK_THAT(result.output, ContainsSubstring("\"source\": \"ACCELLOADER_PLUGIN_PATH, entry 1\""));
}

TEST_CASE("list --root judges the machine below a folder") {
  PluginsFolder folder;
  add_tpu(folder);
  folder.write(
      "etc/accelloader/plugins/tpu.json",
      test::manifest("tpu", "pjrt", "libtpu.so",
                     R"("library_dirs": ["/usr/lib/tpu"], "device_label": "Google TPU", "requires": {"hardware":
    {"any_of": [{"label": "TPU v6e", "pci": {"vendor": "0x1ae0", "device": "0x006f"}, "device_node": "/dev/vfio/{iommu_group}"}]}})"));
  const auto list = [&] { return test::run({ACCELLOADER_PROGRAM, "--root", folder.path(), "list"}).output; };
  const std::string title = "NAME   KIND   STATUS   HARDWARE      LIBRARY     REASON\n";
  CHECK(list() ==
        title + "tpu    pjrt   broken   1 x TPU v6e   libtpu.so   the library `libtpu.so` was not found (A0502)\n");
  folder.write("usr/lib/tpu/libtpu.so", "not looked into");
  CHECK(list() == title + "tpu    pjrt   ready    1 x TPU v6e   libtpu.so\n");
}

TEST_CASE("list opens no plugin library") {
  PluginsFolder folder;
  folder.add("npu", fakes::codec, {}, "torch");
  folder.add("codec", fakes::ok);
  const std::string trace = folder / "trace";
  const auto result =
      test::run({"strace", "-f", "-e", "trace=open,openat,openat2,mmap", "-o", trace, ACCELLOADER_PROGRAM, "list"},
                {{"ACCELLOADER_PLUGIN_PATH", folder.path()}, {"ASAN_OPTIONS", "detect_leaks=0"}});
  REQUIRE(result.exit_code == 0);
  const std::string calls = test::run({"cat", trace}).output;
  CHECK_THAT(calls, ContainsSubstring(folder / "npu.json"));
  CHECK_THAT(calls, !ContainsSubstring("fake_codec.so") && !ContainsSubstring("fake_ok.so"));
}
