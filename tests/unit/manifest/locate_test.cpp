#include "manifest/locate.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace accelloader;

namespace {

/// "line:column+length source".
std::string place(std::string_view text, Span span) {
  const Location where = manifest::locate(text, "npu.json", span);
  return std::to_string(where.line) + ":" + std::to_string(where.column) + "+" + std::to_string(where.length) + " " +
         where.source;
}

}  // namespace

TEST_CASE("a span is found by line and column, which count from one") {
  CHECK(place("{\n  \"a\": 1\n}\n", {0, 1}) == "1:1+1 {");
  CHECK(place("{\n  \"a\": 1\n}\n", {4, 3}) == "2:3+3   \"a\": 1");
  CHECK(place("{\n  \"a\": 1\n}\n", {11, 1}) == "3:1+1 }");
}

TEST_CASE("a span is cut at the end of its first line") {
  CHECK(place("{\n  \"a\": [\n1]}", {9, 4}) == "2:8+1   \"a\": [");
  CHECK(place("{\r\n}\r\n", {0, 4}) == "1:1+1 {");
}

TEST_CASE("a carriage return is no part of a line") {
  CHECK(place("{\r\n  \"a\": 1\r\n}", {5, 3}) == "2:3+3   \"a\": 1");
}

TEST_CASE("a byte order mark counts for no column, and is not shown") {
  CHECK(place("\xEF\xBB\xBF{\"a\": 1}", {4, 3}) == "1:2+3 {\"a\": 1}");
  CHECK(place("\xEF\xBB\xBF{\n\"a\": 1}", {5, 3}) == "2:1+3 \"a\": 1}");
}

TEST_CASE("a newline stands at the end of its own line") { CHECK(place("ab\ncd", {2, 1}) == "1:3+1 ab"); }

TEST_CASE("a span behind the end stands at the end") {
  CHECK(place("{", {7, 9}) == "1:2+1 {");
  CHECK(place("", {0, 1}) == "1:1+1 ");
}

TEST_CASE("a location has the file and the label that it is given") {
  const Location where = manifest::locate("{}", "npu.json", {0, 2}, "here");
  CHECK(where.file == "npu.json");
  CHECK(where.label == "here");
}

TEST_CASE("a descriptor that keeps no text still locates") {
  Descriptor descriptor;
  descriptor.path = "npu.json";
  CHECK(to_string(descriptor.locate({3, 4})) == "npu.json:1:1");
}
