#include "manifest/search_path.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/environment.hpp"

using namespace accelloader::manifest;
using test::environment;

namespace {

/// "/etc/accelloader/plugins (the machine's configuration)" for each entry.
std::vector<std::string> lines(const SearchPath& path) {
  std::vector<std::string> all;
  for (const SearchEntry& entry : path.entries) all.push_back(entry.path + " (" + entry.reason + ")");
  return all;
}

std::vector<std::string> paths(const SearchPath& path) {
  std::vector<std::string> all;
  for (const SearchEntry& entry : path.entries) all.push_back(entry.path);
  return all;
}

using Lines = std::vector<std::string>;
const SearchOptions installed{.install_prefix = "/opt/accelloader"};
const SearchOptions privileged{.install_prefix = "/opt/accelloader", .privileged = true};

const Lines without_user = {"/etc/accelloader/plugins (the machine's configuration)",
                            "/usr/local/share/accelloader/plugins (the machine's data)",
                            "/usr/share/accelloader/plugins (the machine's data)",
                            "/opt/accelloader/share/accelloader/plugins (installed with this library)"};

}  // namespace

TEST_CASE("the search path goes from the user's configuration to the installation") {
  CHECK(lines(search_path(installed, environment({{"HOME", "/home/ada"}}))) ==
        Lines{"/home/ada/.config/accelloader/plugins (the user's configuration)",
              "/etc/accelloader/plugins (the machine's configuration)",
              "/home/ada/.local/share/accelloader/plugins (the user's data)",
              "/usr/local/share/accelloader/plugins (the machine's data)",
              "/usr/share/accelloader/plugins (the machine's data)",
              "/opt/accelloader/share/accelloader/plugins (installed with this library)"});
}

TEST_CASE("the XDG variables move the user's and the machine's folders") {
  CHECK(paths(search_path(installed, environment({{"HOME", "/home/ada"},
                                                  {"XDG_CONFIG_HOME", "/cfg"},
                                                  {"XDG_DATA_HOME", "/data"},
                                                  {"XDG_DATA_DIRS", "/a:/b/"}}))) ==
        Lines{"/cfg/accelloader/plugins", "/etc/accelloader/plugins", "/data/accelloader/plugins",
              "/a/accelloader/plugins", "/b/accelloader/plugins", "/opt/accelloader/share/accelloader/plugins"});
}

TEST_CASE("relative folders in the XDG variables are ignored, as their specification has it") {
  CHECK(paths(search_path(installed, environment({{"HOME", "/home/ada"},
                                                  {"XDG_CONFIG_HOME", "cfg"},
                                                  {"XDG_DATA_HOME", "./data"},
                                                  {"XDG_DATA_DIRS", "share:/a::."}}))) ==
        Lines{"/home/ada/.config/accelloader/plugins", "/etc/accelloader/plugins",
              "/home/ada/.local/share/accelloader/plugins", "/a/accelloader/plugins",
              "/opt/accelloader/share/accelloader/plugins"});
}

TEST_CASE("without a home there are no folders of the user") {
  CHECK(lines(search_path(installed, environment({}))) == without_user);
}

TEST_CASE("without a home the XDG variables still count") {
  CHECK(paths(search_path(installed, environment({{"XDG_CONFIG_HOME", "/cfg"}}))).front() ==
        "/cfg/accelloader/plugins");
}

TEST_CASE("an installation that is not known has no folder") {
  CHECK(paths(search_path({}, environment({}))).back() == "/usr/share/accelloader/plugins");
}

TEST_CASE("ACCELLOADER_PLUGIN_PATH replaces everything") {
  CHECK(lines(search_path(installed, environment({{"HOME", "/home/ada"},
                                                  {"ACCELLOADER_EXTRA_PLUGIN_PATH", "/extra"},
                                                  {"ACCELLOADER_PLUGIN_PATH", "/a:/b/npu.json"}}))) ==
        Lines{"/a (ACCELLOADER_PLUGIN_PATH, entry 1)", "/b/npu.json (ACCELLOADER_PLUGIN_PATH, entry 2)"});
}

TEST_CASE("ACCELLOADER_EXTRA_PLUGIN_PATH comes in front of the rest") {
  Lines expected = {"/a (ACCELLOADER_EXTRA_PLUGIN_PATH, entry 1)", "/b (ACCELLOADER_EXTRA_PLUGIN_PATH, entry 2)"};
  expected.insert(expected.end(), without_user.begin(), without_user.end());
  CHECK(lines(search_path(installed, environment({{"ACCELLOADER_EXTRA_PLUGIN_PATH", "/a:/b"}}))) == expected);
}

TEST_CASE("what a variable names is asked for, what has always been there is not") {
  const SearchPath path = search_path(installed, environment({{"ACCELLOADER_EXTRA_PLUGIN_PATH", "/a"}}));
  CHECK(path.entries[0].asked_for);
  CHECK_FALSE(path.entries[1].asked_for);
}

TEST_CASE("empty parts of a list are dropped, since they would mean the current folder") {
  CHECK(lines(search_path(installed, environment({{"ACCELLOADER_PLUGIN_PATH", ":/a:::/b:"}}))) ==
        Lines{"/a (ACCELLOADER_PLUGIN_PATH, entry 1)", "/b (ACCELLOADER_PLUGIN_PATH, entry 2)"});
}

TEST_CASE("a relative folder that somebody wrote is kept") {
  CHECK(paths(search_path(installed, environment({{"ACCELLOADER_PLUGIN_PATH", "plugins:./more/"}}))) ==
        Lines{"plugins", "more"});
}

TEST_CASE("a folder that is spelled twice counts once, where it stands first") {
  CHECK(lines(search_path(installed, environment({{"ACCELLOADER_PLUGIN_PATH", "/b:/a:/a/../b/:/b//"}}))) ==
        Lines{"/b (ACCELLOADER_PLUGIN_PATH, entry 1)", "/a (ACCELLOADER_PLUGIN_PATH, entry 2)"});
  CHECK(
      lines(search_path(installed, environment({{"ACCELLOADER_EXTRA_PLUGIN_PATH", "/etc/accelloader/plugins"}})))[1] ==
      "/usr/local/share/accelloader/plugins (the machine's data)");
}

TEST_CASE("an empty variable counts as unset") {
  CHECK(lines(search_path(installed, environment({{"HOME", ""},
                                                  {"ACCELLOADER_PLUGIN_PATH", ""},
                                                  {"ACCELLOADER_EXTRA_PLUGIN_PATH", ""},
                                                  {"XDG_CONFIG_HOME", ""},
                                                  {"XDG_DATA_HOME", ""},
                                                  {"XDG_DATA_DIRS", ""}}))) == without_user);
}

TEST_CASE("a privileged process trusts no variable, and names those that are set") {
  const SearchPath path = search_path(privileged, environment({{"HOME", "/home/eve"},
                                                               {"ACCELLOADER_PLUGIN_PATH", "/evil"},
                                                               {"ACCELLOADER_EXTRA_PLUGIN_PATH", "/evil"},
                                                               {"XDG_DATA_HOME", ""},
                                                               {"XDG_DATA_DIRS", "/evil"}}));
  CHECK(lines(path) == without_user);
  CHECK(path.ignored_variables ==
        Lines{"ACCELLOADER_PLUGIN_PATH", "ACCELLOADER_EXTRA_PLUGIN_PATH", "HOME", "XDG_DATA_DIRS"});
}

TEST_CASE("a process that is not privileged ignores no variable") {
  CHECK(search_path(installed, environment({{"HOME", "/home/ada"}})).ignored_variables.empty());
}
