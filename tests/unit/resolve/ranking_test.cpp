#include "resolve/ranking.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "unit/manifest/described.hpp"

using namespace accelloader;
using manifest::Reading;

namespace {

/// A manifest at `path`, found in the folder of `rank`.
Reading reading(const std::string& path, const std::string& name, int rank, const std::string& more = "") {
  return {.source = {path, "folder " + std::to_string(rank), rank},
          .validation = test::validated(test::manifest(name, "torch", "libnpu.so", more)),
          .identity = {}};
}

std::string priority(int value) { return "\"priority\": " + std::to_string(value); }

template <class... Readings>
std::vector<Reading> list(Readings... readings) {
  std::vector<Reading> all;
  (all.push_back(std::move(readings)), ...);
  return all;
}

std::vector<std::string> paths(const std::vector<Reading>& readings) {
  std::vector<std::string> all;
  for (const Reading& one : readings) all.push_back(one.source.path);
  return all;
}

std::vector<std::string> sorted(std::vector<Reading> readings) {
  std::ranges::reverse(readings);
  resolve::sort_best_first(readings);
  return paths(readings);
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("manifests are sorted by name first") {
  CHECK(sorted(list(reading("/b", "npu", 2, priority(5)), reading("/a", "tpu", 1, priority(9)))) == Paths{"/b", "/a"});
}

TEST_CASE("of one name the higher priority is better, whatever the folder") {
  CHECK(sorted(list(reading("/b", "npu", 2, priority(1)), reading("/a", "npu", 1),
                    reading("/c", "npu", 1, priority(-1)))) == Paths{"/b", "/a", "/c"});
}

TEST_CASE("of one priority the folder that is searched first is better") {
  CHECK(sorted(list(reading("/z", "npu", 1), reading("/a", "npu", 2), reading("/0", "npu", 10))) ==
        Paths{"/z", "/a", "/0"});
}

TEST_CASE("in one folder the name that comes first is better") {
  CHECK(sorted(list(reading("/p/B.json", "npu", 1), reading("/p/a.json", "npu", 1))) ==
        Paths{"/p/B.json", "/p/a.json"});
}

TEST_CASE("a valid manifest is better than an invalid one of any priority") {
  CHECK(sorted(list(reading("/b", "npu", 2, priority(-9)), reading("/a", "npu", 1, "\"priority\": 9, \"entry\": 1"))) ==
        Paths{"/b", "/a"});
}

TEST_CASE("a file that was found twice is read once, where it was found first, and that is told") {
  auto readings =
      list(reading("/a/npu.json", "npu", 1), reading("/b/npu.json", "npu", 2), reading("/c/npu.json", "npu", 3));
  readings[0].identity = readings[2].identity = platform::FileIdentity{1, 7};
  readings[1].identity = platform::FileIdentity{2, 7};
  const auto findings = resolve::drop_duplicates(readings);
  CHECK(paths(readings) == Paths{"/a/npu.json", "/b/npu.json"});
  CHECK(test::rendered(findings) ==
        "note[A0304]: `/c/npu.json` is the same file as `/a/npu.json`, and is read once\n"
        "   = note: searched as folder 3\n");
}

TEST_CASE("files that could not be read are no duplicates of each other") {
  auto readings = list(reading("/a", "npu", 1), reading("/b", "npu", 2));
  CHECK(resolve::drop_duplicates(readings).empty());
  CHECK(readings.size() == 2);
}

TEST_CASE("a shadowed manifest is told which one is used, and why") {
  const Reading high = reading("/a/npu.json", "npu", 1, priority(100)),
                low = reading("/b/npu.json", "npu", 2, priority(50)),
                other = reading("/c/npu.json", "npu", 3, priority(50)),
                next = reading("/c/other.json", "npu", 3, priority(50));
  CHECK(render(resolve::shadowed_by(high, low)) ==
        "error[A0303]: `/a/npu.json` is used in its place: its priority 100 is above 50\n");
  CHECK(render(resolve::shadowed_by(low, other)) ==
        "error[A0303]: `/b/npu.json` is used in its place: its folder comes first in the search path (folder 2)\n");
  CHECK(render(resolve::shadowed_by(other, next)) ==
        "error[A0303]: `/c/npu.json` is used in its place: its name comes first in the folder\n");
}
