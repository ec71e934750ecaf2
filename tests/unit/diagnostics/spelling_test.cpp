#include "diagnostics/spelling.hpp"

#include <array>

#include <catch2/catch_test_macros.hpp>

using namespace accelloader::diagnostics;

namespace {

constexpr std::array<std::string_view, 4> keys = {"library", "library_dirs", "kind", "priority"};

}  // namespace

TEST_CASE("the edit distance counts insertions, deletions, replacements and swaps of neighbours") {
  CHECK(edit_distance("library", "library") == 0);
  CHECK(edit_distance("libary", "library") == 1);
  CHECK(edit_distance("libraryy", "library") == 1);
  CHECK(edit_distance("librari", "library") == 1);
  CHECK(edit_distance("kidn", "kind") == 1);
  CHECK(edit_distance("ca", "abc") == 3);  // no edit inside a swap
  CHECK(edit_distance("", "kind") == 4);
  CHECK(edit_distance("kind", "") == 4);
}

TEST_CASE("the nearest candidate is the one that was most likely meant") {
  CHECK(nearest("libary", keys) == "library");
  CHECK(nearest("librarydirs", keys) == "library_dirs");
  CHECK(nearest("prioritty", keys) == "priority");
}

TEST_CASE("a candidate farther than a third of the name is no hint") {
  CHECK(nearest("transport", keys).empty());
  CHECK(nearest("kxyd", keys).empty());
}

TEST_CASE("a short name may have one mistake") {
  CHECK(nearest("knd", keys) == "kind");
  CHECK(nearest("nd", keys).empty());
}

TEST_CASE("of candidates that are equally near the first one wins") {
  constexpr std::array<std::string_view, 2> names = {"npu", "ipu"};
  CHECK(nearest("xpu", names) == "npu");
}

TEST_CASE("a very long name is not compared, since its hint would cost a quadratic table") {
  const std::string longest(64, 'n'), longer(65, 'n');
  const std::array<std::string_view, 1> names = {longest};
  CHECK(nearest(longest, names) == longest);
  CHECK(nearest(longer, names).empty());
}

TEST_CASE("without candidates there is no hint") { CHECK(nearest("npu", {}).empty()); }

TEST_CASE("names are listed as a person would") {
  CHECK(listed({}).empty());
  CHECK(listed(std::array<std::string_view, 1>{"a"}) == "`a`");
  CHECK(listed(std::array<std::string_view, 2>{"a", "b"}) == "`a` or `b`");
  CHECK(listed(std::array<std::string_view, 3>{"a", "b", "c"}) == "`a`, `b` or `c`");
}
