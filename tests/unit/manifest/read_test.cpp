#include "manifest/read.hpp"

#include <filesystem>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/manifest/described.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader;
using namespace accelloader::manifest;
using test::TestFolder;

namespace {

Reading reading(const std::string& path) { return read({{"npu.json", "a test", 1}, path}, test::environment({})); }

std::string findings_of(const std::string& path) { return test::rendered(reading(path).validation.findings); }

const std::string valid = test::manifest("npu", "torch", "libnpu.so");

}  // namespace

TEST_CASE("a manifest is read from the file to the descriptor") {
  const TestFolder folder;
  const Reading it = reading(folder.write("npu.json", valid));
  REQUIRE(it.validation.descriptor);
  CHECK(it.validation.name == "npu");
  CHECK(it.validation.findings.empty());
  CHECK(it.validation.descriptor->path == "npu.json");
  CHECK(it.validation.descriptor->folder == folder.path());
  CHECK(*it.validation.descriptor->text == valid);
  CHECK(it.source.reason == "a test");
  CHECK(it.identity == platform::file_state(folder / "npu.json")->identity);
}

TEST_CASE("the folder of a manifest that is a link is that of the file") {
  const TestFolder folder;
  folder.write("opt/npu/npu.json", valid);
  CHECK(reading(folder.link("plugins/npu.json", "../opt/npu/npu.json")).validation.descriptor->folder ==
        folder / "opt/npu");
}

TEST_CASE("the folder of a manifest that was named relatively is absolute") {
  const TestFolder folder;
  folder.write("npu.json", valid);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const Reading it = reading("npu.json");
  std::filesystem::current_path(before);
  REQUIRE(it.validation.descriptor);
  CHECK(it.validation.descriptor->folder == folder.path());
}

TEST_CASE("what is no regular file is refused, and hangs nobody") {
  const TestFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(findings_of(folder / "pipe") ==
        "error[A0103]: the manifest is a FIFO, and not a regular file\n"
        "  --> npu.json\n");
  CHECK(findings_of(folder.path()) ==
        "error[A0103]: the manifest is a folder, and not a regular file\n"
        "  --> npu.json\n");
  CHECK_FALSE(reading(folder.path()).identity);
}

TEST_CASE("a link to nothing says where it leads") {
  const TestFolder folder;
  CHECK(findings_of(folder.link("npu.json", "/opt/gone/npu.json")) ==
        "error[A0104]: the manifest is a link to nothing: `/opt/gone/npu.json`\n"
        "  --> npu.json\n");
}

TEST_CASE("a file that is missing says so") {
  const TestFolder folder;
  CHECK(findings_of(folder / "npu.json") ==
        "error[A0104]: the manifest cannot be read: no such file or directory\n"
        "  --> npu.json\n");
}

TEST_CASE("a file that this user may not read says so") {
  const TestFolder folder;
  chmod(folder.write("npu.json", valid).c_str(), 0000);
  CHECK(test::as_other_user(folder, [&] { return findings_of(folder / "npu.json"); }) ==
        "error[A0104]: the manifest cannot be read: permission denied\n"
        "  --> npu.json\n");
}

TEST_CASE("a mebibyte is read, and not a byte more") {
  const TestFolder folder;
  std::string text = valid + std::string(1024 * 1024 - valid.size(), ' ');
  CHECK(reading(folder.write("npu.json", text)).validation.descriptor);
  CHECK(findings_of(folder.write("npu.json", text + " ")) ==
        "error[A0105]: the manifest has 1048577 bytes: more than 1048576 are not read\n"
        "  --> npu.json\n");
}
