#include "diagnostics/text.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace accelloader::diagnostics;

TEST_CASE("text that a terminal only shows stays as it is") {
  CHECK(printable("`npu`: \"déjà vu\", 神经网络 🚀") == "`npu`: \"déjà vu\", 神经网络 🚀");
}

TEST_CASE("control characters are spelled out, so that no file drives a terminal") {
  CHECK(printable("a\x1b[2Jb\rc\ad\x7f") == "a\\x1b[2Jb\\x0dc\\x07d\\x7f");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
}

TEST_CASE("the control characters of eight bits are spelled out too") {
  CHECK(printable("a\xC2\x9B"
                  "2J") == "a\\xc2\\x9b2J");
  CHECK(printable("\xC2\xA0") == "\xC2\xA0");  // a space that does not break is none of them
}

TEST_CASE("bytes that are not UTF-8 are spelled out") {
  CHECK(printable("caf\xe9!") == "caf\\xe9!");
  CHECK(printable("\x9b"
                  "2J") == "\\x9b2J");
}

TEST_CASE("a tab becomes a space, and a newline indents what follows it") {
  CHECK(printable("a\tb") == "a b");
  CHECK(printable("first\nsecond\nthird", 4) == "first\n    second\n    third");
}

TEST_CASE("newlines at the end are dropped") { CHECK(printable("text\n\n", 4) == "text"); }

TEST_CASE("the length of a UTF-8 sequence is that of its first code point") {
  CHECK(utf8_length("a") == 1);
  CHECK(utf8_length("é!") == 2);
  CHECK(utf8_length("神") == 3);
  CHECK(utf8_length("🚀") == 4);
}

TEST_CASE("what is no well-formed UTF-8 has no length") {
  CHECK(utf8_length("") == 0);
  CHECK(utf8_length("\x80") == 0);              // a continuation without a start
  CHECK(utf8_length("\xC3") == 0);              // cut
  CHECK(utf8_length("\xC0\x80") == 0);          // overlong
  CHECK(utf8_length("\xE0\x80\x80") == 0);      // overlong
  CHECK(utf8_length("\xED\xA0\x80") == 0);      // a surrogate
  CHECK(utf8_length("\xF0\x80\x80\x80") == 0);  // overlong
  CHECK(utf8_length("\xF4\x90\x80\x80") == 0);  // above U+10FFFF
  CHECK(utf8_length("\xF5\x80\x80\x80") == 0);
  CHECK(utf8_length("\xE7\xA5q") == 0);
}

TEST_CASE("the width of text is its number of code points") {
  CHECK(display_width("") == 0);
  CHECK(display_width("npu") == 3);
  CHECK(display_width("déjà") == 4);
}

TEST_CASE("text that fits is not shortened") { CHECK(shortened("déjà", 4) == "déjà"); }

TEST_CASE("text that does not fit ends in three points, and no code point is cut") {
  CHECK(shortened("no Google TPU", 9) == "no Goo...");
  CHECK(shortened("éééééé", 5) == "éé...");
  CHECK(shortened("npu_backend", 3) == "...");
  CHECK(shortened("npu_backend", 2) == "..");
  CHECK(shortened("npu_backend", 0).empty());
}

TEST_CASE("one thing is not said in the plural") {
  CHECK(counted(0, "device") == "0 devices");
  CHECK(counted(1, "device") == "1 device");
  CHECK(counted(2, "device") == "2 devices");
}

TEST_CASE("a list has parts between its separators, and none of them is empty") {
  using Parts = std::vector<std::string_view>;
  CHECK(parts_of("") == Parts());
  CHECK(parts_of(":/a::/b:") == Parts{"/a", "/b"});
  CHECK(parts_of("/a;b:c", ":;") == Parts{"/a", "b", "c"});
}
