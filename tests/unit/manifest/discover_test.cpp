#include "manifest/discover.hpp"

#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/manifest/described.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader::manifest;
using test::TestFolder;

namespace {

SearchPath path_of(std::vector<SearchEntry> entries) {
  return {.entries = std::move(entries), .ignored_variables = {}};
}

/// "1 /a/npu.json (the user's data)" for each file.
std::vector<std::string> files_of(const Discovery& discovery) {
  std::vector<std::string> lines;
  for (const ManifestFile& file : discovery.files)
    lines.push_back(std::to_string(file.source.rank) + " " + file.source.path + " (" + file.source.reason + ")");
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the manifests of a folder are its files that end in .json, sorted by bytes") {
  const TestFolder folder;
  for (const char* name : {"b.json", "B.json", "a.json", "a.json~", "a.json.dpkg-old", ".a.json.swp", ".hidden.json",
                           "manifest.schema.json", "notes.txt", "json"})
    folder.write(name, "");
  const Discovery found = discover(path_of({{folder.path(), "a test"}}), "/");
  CHECK(files_of(found) == Lines{"1 " + (folder / "B.json") + " (a test)", "1 " + (folder / "a.json") + " (a test)",
                                 "1 " + (folder / "b.json") + " (a test)"});
  CHECK(found.findings.empty());
}

TEST_CASE("the folders keep their order, and each file knows which it came from") {
  const TestFolder folder;
  folder.write("user/z.json", "");
  folder.write("machine/a.json", "");
  const Discovery found = discover(path_of({{folder / "user", "the user's data"},
                                            {folder / "none", "nobody's"},
                                            {folder / "machine", "the machine's data"}}),
                                   "/");
  CHECK(files_of(found) == Lines{"1 " + (folder / "user/z.json") + " (the user's data)",
                                 "3 " + (folder / "machine/a.json") + " (the machine's data)"});
}

TEST_CASE("an entry may be a file, whatever it is called") {
  const TestFolder folder;
  folder.write("npu.manifest", "");
  CHECK(files_of(discover(path_of({{folder / "npu.manifest", "a test"}}), "/")) ==
        Lines{"1 " + (folder / "npu.manifest") + " (a test)"});
}

TEST_CASE("what is no regular file is listed and not opened") {
  const TestFolder folder;
  REQUIRE(mkfifo((folder / "pipe.json").c_str(), 0600) == 0);
  CHECK(files_of(discover(path_of({{folder.path(), "a test"}}), "/")).size() == 1);
}

TEST_CASE("a folder that is missing is worth a word only if somebody named it") {
  const TestFolder folder;
  const Discovery found = discover(
      path_of({{folder / "a", "ACCELLOADER_PLUGIN_PATH, entry 1", true}, {folder / "b", "the machine's data"}}), "/");
  CHECK(found.files.empty());
  CHECK(test::rendered(found.findings) == "warning[A0101]: `" + (folder / "a") +
                                              "` does not exist\n"
                                              "   = note: named by ACCELLOADER_PLUGIN_PATH, entry 1\n");
}

TEST_CASE("a folder that may not be listed is an error, and hides no other") {
  const TestFolder folder;
  folder.write("open/npu.json", "");
  chmod(folder.make_folder("closed").c_str(), 0000);
  CHECK(test::as_other_user(folder,
                            [&] {
                              const Discovery found = discover(
                                  path_of({{folder / "closed", "the machine's data"}, {folder / "open", "a test"}}),
                                  "/");
                              return test::rendered(found.findings) + std::to_string(found.files.size()) + " file";
                            }) == "error[A0102]: `" + (folder / "closed") +
                                      "` cannot be listed: permission denied\n"
                                      "   = note: searched as the machine's data\n"
                                      "1 file");
}

TEST_CASE("of a folder with thousands of manifests the first thousand are read") {
  const TestFolder folder;
  for (int i = 1000; i < 2001; ++i) folder.write(std::to_string(i) + ".json", "");
  const Discovery found = discover(path_of({{folder.path(), "a test"}}), "/");
  CHECK(found.files.size() == 1000);
  CHECK(found.files.back().source.path == folder / "1999.json");
  CHECK(test::rendered(found.findings) ==
        "error[A0106]: `" + folder.path() + "` has more than 1000 manifests: the first 1000 are read\n");
}

TEST_CASE("below an image paths are told as the image has them, and opened below it") {
  const TestFolder image;
  image.write("opt/npu/npu.json", "{}");
  image.link("etc/accelloader/plugins", "/opt/npu");
  image.link("opt/npu/other.json", "/opt/npu/npu.json");
  const Discovery found = discover(path_of({{"/etc/accelloader/plugins", "a test"}}), image.path());
  CHECK(files_of(found) ==
        Lines{"1 /etc/accelloader/plugins/npu.json (a test)", "1 /etc/accelloader/plugins/other.json (a test)"});
  CHECK(found.files[0].real_location == image / "opt/npu/npu.json");
  CHECK(found.files[1].real_location == image / "opt/npu/npu.json");
}
