#include "platform/path_trust.hpp"

#include <grp.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "platform/owner.hpp"
#include "support/test_folder.hpp"

using accelloader::platform::PathTrust;

namespace {

const std::string root = "/";

std::vector<std::string> doubts(const std::string& path) { return PathTrust(root).doubts(path); }

/// As the test's user has made them.
std::string access(const std::string& mode) {
  return " (owner " + accelloader::platform::user_name(geteuid()) + ", group " +
         accelloader::platform::group_name(getegid()) + ", mode " + mode + ")";
}

using Doubts = std::vector<std::string>;

}  // namespace

TEST_CASE("nobody else can change a file of this user in a folder with the sticky bit") {
  const test::TestFolder folder;
  const std::string file = folder.write("plugins/npu.json", "");
  CHECK(doubts(file).empty());
  chmod((folder / "plugins").c_str(), 01777);
  CHECK(doubts(file).empty());
}

TEST_CASE("everybody can change a file, or a folder on the way to it") {
  const test::TestFolder folder;
  const std::string file = folder.write("opt/npu/npu.json", "");
  chmod(file.c_str(), 0646);
  chmod((folder / "opt").c_str(), 0777);
  CHECK(doubts(file) == Doubts{"`" + (folder / "opt") + "` can be changed by everybody" + access("777"),
                               "`" + file + "` can be changed by everybody" + access("646")});
  CHECK(doubts(folder / "opt/./npu/../npu/npu.json") == doubts(file));
}

TEST_CASE("a link is followed, and what leads to its target is judged too") {
  const test::TestFolder folder;
  const std::string file = folder.write("real/npu.json", "");
  chmod((folder / "real").c_str(), 0777);
  const Doubts expected{"`" + (folder / "real") + "` can be changed by everybody" + access("777")};
  CHECK(doubts(folder.link("plugins/absolute.json", file)) == expected);
  CHECK(doubts(folder.link("plugins/relative.json", "../real/npu.json")) == expected);
  CHECK(doubts(folder.link("linked", "real") + "/npu.json") == expected);
}

TEST_CASE("a ring of links, and a file that is not there, have no doubts of their own") {
  const test::TestFolder folder;
  CHECK(doubts(folder.link("ring", "ring")).empty());
  CHECK(doubts(folder / "none/npu.json").empty());
}

TEST_CASE("a group can change a file, unless it is the owner's own") {
  if (geteuid() != 0) SKIP("only root gives files away");
  const test::TestFolder folder;
  const std::string file = folder.write("npu.json", "");
  chmod(file.c_str(), 0664);
  CHECK(doubts(file).empty());  // of the group root
  const group* other = getgrnam("daemon");
  REQUIRE(other);
  REQUIRE(chown(file.c_str(), 0, other->gr_gid) == 0);
  CHECK(doubts(file) ==
        Doubts{"`" + file + "` can be changed by the group daemon (owner root, group daemon, mode 664)"});
}

TEST_CASE("what belongs to another user can be changed by that one") {
  if (geteuid() != 0) SKIP("only root gives files away");
  const test::TestFolder folder;
  const std::string file = folder.write("npu.json", ""), link = folder.link("link.json", "npu.json");
  REQUIRE(lchown(link.c_str(), 65534, 0) == 0);
  CHECK(doubts(file).empty());
  CHECK(doubts(link) == Doubts{"`" + link + "` belongs to the user nobody (owner nobody, group root, mode 777)"});
  REQUIRE(chown(file.c_str(), 65534, 65534) == 0);
  CHECK(doubts(file) == Doubts{"`" + file + "` belongs to the user nobody (owner nobody, group nogroup, mode 644)"});
}

TEST_CASE("folders above the root that is judged are not judged") {
  const test::TestFolder folder;
  const std::string file = folder.write("image/etc/npu.json", "");
  chmod(folder.path().c_str(), 0777);
  const std::string image = folder / "image";
  CHECK(PathTrust(image).doubts(file).empty());
  CHECK(doubts(file).size() == 1);
}
