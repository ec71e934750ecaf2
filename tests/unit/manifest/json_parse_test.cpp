#include "manifest/json_parse.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace accelloader;
using namespace accelloader::manifest;
using Type = JsonValue::Type;

namespace {

JsonValue parsed(std::string_view text) {
  JsonDocument document = parse_json(text);
  for (const JsonFault& fault : document.faults) FAIL_CHECK(fault.message);
  REQUIRE(document.root);
  return *std::move(document.root);
}

std::string_view at(std::string_view text, Span span) { return text.substr(span.offset, span.length); }

/// The faults as "offset+length message".
std::vector<std::string> faults_of(std::string_view text, JsonLimits limits = {}) {
  std::vector<std::string> lines;
  for (const JsonFault& fault : parse_json(text, limits).faults)
    lines.push_back(std::to_string(fault.span.offset) + "+" + std::to_string(fault.span.length) + " " + fault.message);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("every kind of value knows where it stands") {
  constexpr std::string_view text =
      R"( {"string" : "x\n" , "numbers": [0,-12 , 2.5e3,-0.0], "words":[true,false, null ],
    "object": {"empty": {}, "list": [ ]} } )";
  const JsonValue root = parsed(text);
  CHECK(at(text, root.span) == text.substr(1, text.size() - 2));
  CHECK(at(text, root.members[0].key_span) == "\"string\"");
  CHECK(at(text, root.find("string")->span) == "\"x\\n\"");
  const std::vector<JsonValue>& numbers = root.find("numbers")->items;
  CHECK(at(text, root.find("numbers")->span) == "[0,-12 , 2.5e3,-0.0]");
  CHECK(at(text, numbers[0].span) == "0");
  CHECK(at(text, numbers[1].span) == "-12");
  CHECK(at(text, numbers[2].span) == "2.5e3");
  CHECK(at(text, numbers[3].span) == "-0.0");
  const std::vector<JsonValue>& words = root.find("words")->items;
  CHECK(at(text, words[0].span) == "true");
  CHECK(at(text, words[1].span) == "false");
  CHECK(at(text, words[2].span) == "null");
  CHECK(at(text, root.find("object")->span) == R"({"empty": {}, "list": [ ]})");
  CHECK(at(text, root.find("object")->find("empty")->span) == "{}");
  CHECK(at(text, root.find("object")->find("list")->span) == "[ ]");
}

TEST_CASE("values keep their types") {
  const JsonValue root = parsed(R"({"s": "é\u00e9", "i": -9223372036854775808, "u": 9223372036854775807,
    "n": 2.5e3, "t": true, "z": null, "a": [], "o": {}})");
  CHECK(root.find("s")->string == "éé");
  CHECK(root.find("i")->type == Type::integer);
  CHECK(root.find("i")->integer == INT64_MIN);
  CHECK(root.find("u")->integer == INT64_MAX);
  CHECK(root.find("n")->type == Type::number);
  CHECK(root.find("n")->number == 2500);
  CHECK(root.find("t")->boolean);
  CHECK(root.find("z")->type == Type::null);
  CHECK(root.find("a")->type == Type::array);
  CHECK(root.find("o")->type == Type::object);
}

TEST_CASE("an integer beyond 64 bits is a number") {
  const JsonValue root = parsed("[9223372036854775808, -9223372036854775809]");
  CHECK(root.items[0].type == Type::number);
  CHECK(root.items[0].number == 0x1p63);
  CHECK(root.items[1].type == Type::number);
}

TEST_CASE("a number at the end of the text ends there") {
  for (const std::string_view text : {"12", "-0.5e1", " 7 ", "7\n"}) {
    const JsonValue root = parsed(text);
    CHECK(at(text, root.span) == text.substr(root.span.offset, text.find_last_not_of(" \n") + 1 - root.span.offset));
  }
}

TEST_CASE("a byte order mark is no part of any value") {
  constexpr std::string_view text = "\xEF\xBB\xBF{\"a\": 1}";
  const JsonValue root = parsed(text);
  CHECK(root.span.offset == 3);
  CHECK(at(text, root.find("a")->span) == "1");
}

TEST_CASE("lines may end as on Windows") {
  constexpr std::string_view text = "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n";
  const JsonValue root = parsed(text);
  CHECK(at(text, root.members[1].key_span) == "\"b\"");
  CHECK(at(text, root.members[1].value.span) == "2");
}

TEST_CASE("a key that stands twice is a fault, and the document is read on") {
  const JsonDocument document = parse_json(R"({"a": 1, "b": {"c": 2, "c": 3}, "a": 4})");
  REQUIRE(document.root);
  CHECK(document.root->find("a")->integer == 1);
  CHECK(document.root->members.size() == 3);
  CHECK(faults_of(R"({"a": 1, "b": {"c": 2, "c": 3}, "a": 4})") ==
        Lines{"23+3 the key `c` stands twice in one object", "32+3 the key `a` stands twice in one object"});
  CHECK(document.faults[0].code == ErrorCode::manifest_duplicate_key);
}

TEST_CASE("keys are compared as they read, and not as they are written") {
  CHECK(faults_of(R"({"a": 1, "\u0061": 2})") == Lines{"9+8 the key `a` stands twice in one object"});
}

TEST_CASE("one key in two objects is no fault") { CHECK(faults_of(R"([{"a": 1}, {"a": 1}])").empty()); }

TEST_CASE("a document may be nested as deep as the limit") {
  CHECK(faults_of("[[1]]", {.depth = 2}).empty());
  CHECK(faults_of("[[{}]]", {.depth = 2}) == Lines{"2+1 nested deeper than 2 levels"});
  CHECK(faults_of(std::string(32, '[') + std::string(32, ']')).empty());
  CHECK(faults_of(std::string(1'000'000, '[')) == Lines{"32+1 nested deeper than 32 levels"});
}

TEST_CASE("a document may have as many values as the limit, and keys are no values") {
  CHECK(faults_of(R"({"a": [1, 2]})", {.values = 4}).empty());
  CHECK(faults_of(R"({"a": [1, 2, 3]})", {.values = 4}) == Lines{"13+1 more than 4 values in one manifest"});
  CHECK_FALSE(parse_json("[1, 2]", {.values = 2}).root);
}

TEST_CASE("a fatal fault comes behind the others") {
  CHECK(faults_of(R"({"a": 1, "a": 2, })") ==
        Lines{"9+3 the key `a` stands twice in one object", "15+1 not JSON: a comma before `}`"});
}

TEST_CASE("a NUL does not end the text") {
  constexpr std::string_view text("{\"a\": 1}\0{", 10);
  CHECK(faults_of(text) == Lines{"8+1 not JSON: a NUL character"});
  CHECK_FALSE(parse_json(text).root);
}
