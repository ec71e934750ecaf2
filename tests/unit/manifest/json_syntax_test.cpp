#include <catch2/catch_test_macros.hpp>

#include "manifest/json_parse.hpp"

using namespace accelloader::manifest;

namespace {

/// "a comma before `}` | what it points at | note": the one fault of a text.
std::string fault_of(std::string_view text) {
  const JsonDocument document = parse_json(text);
  REQUIRE(document.faults.size() == 1);
  CHECK_FALSE(document.root);
  const JsonFault& fault = document.faults[0];
  CHECK(fault.code == accelloader::ErrorCode::manifest_not_json);
  REQUIRE(fault.message.starts_with("not JSON: "));
  std::string line = fault.message.substr(10) + " | " + std::string(text.substr(fault.span.offset, fault.span.length));
  return fault.note.empty() ? line : line + " | " + fault.note;
}

}  // namespace

TEST_CASE("a comma too many points at the comma") {
  CHECK(fault_of(R"({"a": 1, })") == "a comma before `}` | ,");
  CHECK(fault_of("[1,\n]") == "a comma before `]` | ,");
  CHECK(fault_of("[1, ]") == "a comma before `]` | ,");
  CHECK(fault_of("[1,,2]") == "a comma too many | ,");
  CHECK(fault_of("[,1]") == "a comma too many | ,");
  CHECK(fault_of("{,}") == "a comma too many | ,");
  CHECK(fault_of(R"({"a": 1,,"b": 2})") == "a comma too many | ,");
}

TEST_CASE("what is missing is told in front of what stands there") {
  CHECK(fault_of(R"({"a": 1 "b": 2})") == "a comma is missing before this | \"b\"");
  CHECK(fault_of(R"(["a" "b"])") == "a comma is missing before this | \"b\"");
  CHECK(fault_of("[1 -2]") == "a comma is missing before this | -2");
  CHECK(fault_of("[[1] [2]]") == "a comma is missing before this | [");
  CHECK(fault_of(R"([1 {"a": 1}])") == "a comma is missing before this | {");
  CHECK(fault_of(R"({"a" "b"})") == "a colon is missing before this | \"b\"");
  CHECK(fault_of(R"({"a" = 1})") == "a colon is missing before this | =");
  CHECK(fault_of(R"({"a", "b": 1})") == "a colon is missing before this | ,");
  CHECK(fault_of(R"({"a"})") == "a colon is missing before this | }");
  CHECK(fault_of(R"({"a": , "b": 1})") == "a value is missing before this | ,");
  CHECK(fault_of(R"({"a": })") == "a value is missing before this | }");
  CHECK(fault_of(R"({"a":: 1})") == "a value is missing before this | :");
  CHECK(fault_of(R"({: 1})") == "a key is missing before this | :");
  CHECK(fault_of(R"({{"a": 1}})") == "a key is missing before this | {");
}

TEST_CASE("a bracket that closes another one names the open one") {
  CHECK(fault_of("{\"a\": [1,\n2}}") == "a `}` in place of a `]` | } | the `[` of line 1 is not closed");
  CHECK(fault_of("[\n{\"a\": 1]]") == "a `]` in place of a `}` | ] | the `{` of line 2 is not closed");
}

TEST_CASE("a file that ends too early points at its last character") {
  CHECK(fault_of("{\n\"a\": [1, 2\n\n") == "the file ends too early | 2 | the `[` of line 2 is not closed");
  CHECK(fault_of("{") == "the file ends too early | { | the `{` of line 1 is not closed");
  CHECK(fault_of(R"({"a")") == "the file ends too early | \" | the `{` of line 1 is not closed");
  CHECK(fault_of("\xEF\xBB\xBF[1,") == "the file ends too early | , | the `[` of line 1 is not closed");
}

TEST_CASE("text behind the manifest is none of it") {
  CHECK(fault_of("{} true") == "text after the end of the manifest | true");
  CHECK(fault_of("{}\n{}") == "text after the end of the manifest | {");
  CHECK(fault_of("{}}") == "text after the end of the manifest | }");
  CHECK(fault_of("{},") == "text after the end of the manifest | ,");
  CHECK(fault_of("{} end") == "text after the end of the manifest | end");
}

TEST_CASE("comments are named as such") {
  CHECK(fault_of("// c\n{}") == "a comment | / | JSON has no comments");
  CHECK(fault_of("{ /* c */ }") == "a comment | / | JSON has no comments");
  CHECK(fault_of("{\"a\": 1 # c\n}") == "a comment | # | JSON has no comments");
  CHECK(fault_of("{} // c") == "a comment | / | JSON has no comments");
}

TEST_CASE("words without quotes are told whole") {
  const std::string note = " | strings stand in double quotes; the words of JSON are `true`, `false` and `null`";
  CHECK(fault_of(R"({"a": torch})") == "`torch` is no value | torch" + note);
  CHECK(fault_of(R"({"a": True})") == "`True` is no value | True" + note);
  CHECK(fault_of(R"({"a": truex})") == "`truex` is no value | truex" + note);
  CHECK(fault_of(R"({"a": NaN})") == "`NaN` is no value | NaN" + note);
  CHECK(fault_of(R"({"a": tr)") == "`tr` is no value | tr" + note);
  CHECK(fault_of(R"({"a": /opt/libnpu.so})") == "`/opt/libnpu.so` is no value | /opt/libnpu.so" + note);
  CHECK(fault_of(R"({"a": “npu”})") == "`“npu”` is no value | “npu”" + note);
  CHECK(fault_of(R"({kind: 1})") == "a key without quotes | kind | keys stand in double quotes");
  CHECK(fault_of(R"({"a": 1, true: 1})") == "a key without quotes | true | keys stand in double quotes");
  CHECK(fault_of(R"({1: 1})") == "a key without quotes | 1 | keys stand in double quotes");
}

TEST_CASE("a long word is cut in the message and not in its place") {
  const std::string word(100, 'a');
  CHECK(fault_of("[" + word + "]") ==
        "`" + std::string(37, 'a') + "...` is no value | " + word +
            " | strings stand in double quotes; the words of JSON are `true`, `false` and `null`");
}

TEST_CASE("single quotes are told as such") {
  CHECK(fault_of(R"({'a': 1})") == "a single quote | ' | strings stand in double quotes");
  CHECK(fault_of(R"({"a": 'b'})") == "a single quote | ' | strings stand in double quotes");
}

TEST_CASE("numbers of other notations are told whole") {
  for (const std::string number :
       {"007", "-01", "+7", ".5", "1.", "1.e5", "1e", "1e+", "0x1F", "12abc", "1.2.3", "-", "-x"})
    CHECK(fault_of("[" + number + "]") == "`" + number + "` is no number | " + number);
  CHECK(fault_of("[1e999]") == "`1e999` is too large for a number | 1e999");
}

TEST_CASE("a string that is not closed is told from its start to the end of its line") {
  CHECK(fault_of("{\"a\": \"torch,\n\"b\": 1}") == "a string is not closed on its line | \"torch,");
  CHECK(fault_of("{\"a\": \"torch,\r\n\"b\": 1}") == "a string is not closed on its line | \"torch,");
  CHECK(fault_of("{\"a\": \"tor") == "a string is not closed on its line | \"tor");
  CHECK(fault_of("{\"a\": \"tor\\") == "a string is not closed on its line | \"tor\\");
  CHECK(fault_of("{\"a\": \"tor\\\n\"}") == "a string is not closed on its line | \"tor\\");
  CHECK(fault_of("{\"a") == "a string is not closed on its line | \"a");
  CHECK(fault_of("\"") == "a string is not closed on its line | \"");
}

TEST_CASE("escape sequences that JSON has not are told whole") {
  CHECK(fault_of(R"(["C:\driver"])") == R"(`\d` is no escape sequence | \d | a backslash itself is written `\\`)");
  CHECK(fault_of(R"(["\é"])") == R"(`\é` is no escape sequence | \é | a backslash itself is written `\\`)");
  CHECK(fault_of(R"(["\u12G4"])") == R"(a `\u` without four hexadecimal digits | \u12)");
  CHECK(fault_of(R"(["\u12\n"])") == R"(a `\u` without four hexadecimal digits | \u12)");
  CHECK(fault_of(R"(["\u12\u0041"])") == R"(a `\u` without four hexadecimal digits | \u12)");
  CHECK(fault_of(R"(["\ud83d\u1841"])") == R"(half of a surrogate pair | \ud83d)");
  CHECK(fault_of(R"(["\ud83d"])") == R"(half of a surrogate pair | \ud83d)");
  CHECK(fault_of(R"(["\uD83D\u0041"])") == R"(half of a surrogate pair | \uD83D)");
  CHECK(fault_of(R"(["\ud83d\n"])") == R"(half of a surrogate pair | \ud83d)");
  CHECK(fault_of(R"(["x\uDE80"])") == R"(half of a surrogate pair | \uDE80)");
}

TEST_CASE("control characters in a string are named") {
  CHECK(fault_of("[\"a\tb\"]") == "the control character U+0009 (HT) in a string | \t | it is written \\u0009 or \\t");
  CHECK(fault_of("[\"a\x1b[2J\"]") == "the control character U+001B (ESC) in a string | \x1b | it is written \\u001B");
  CHECK(fault_of(std::string_view("[\"a\0\"]", 6)) ==
        std::string("the control character U+0000 (NUL) in a string | ") + '\0' + " | it is written \\u0000");
}

TEST_CASE("text of another encoding is told at its first byte that is not UTF-8") {
  CHECK(fault_of("[\"caf\xe9\"]") == "text that is not UTF-8 | \xe9");
  CHECK(fault_of("[\"\xed\xa0\x80\"]") == "text that is not UTF-8 | \xed");
  CHECK(fault_of("[\"\xc3") == "text that is not UTF-8 | \xc3");
  CHECK(fault_of(std::string_view("\xff\xfe{\0}\0", 6)) == "text that is not UTF-8 | \xff");
  CHECK(fault_of("\xef\xbb{}") == "text that is not UTF-8 | \xef");
  CHECK(fault_of(std::string_view("{\0}\0", 4)) == std::string("a NUL character | ") + '\0');
}

TEST_CASE("what belongs nowhere is told so") {
  CHECK(fault_of(R"({"a": 1 or 2})") == "`or` does not belong here | or");
  CHECK(fault_of(R"({"a": 1: 2})") == "`:` does not belong here | :");
  CHECK(fault_of(R"([1; 2])") == "`;` does not belong here | ;");
  CHECK(fault_of(R"([;])") == "`;` does not belong here | ;");
}

TEST_CASE("a manifest that quotes the parser is not misread") {
  CHECK(fault_of(R"({"a": " - unexpected end of input; last read: '; expected ']'\q"})") ==
        R"(`\q` is no escape sequence | \q | a backslash itself is written `\\`)");
}
