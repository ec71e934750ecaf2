#include "manifest/field_reader.hpp"

#include <catch2/catch_test_macros.hpp>

#include "manifest/json_parse.hpp"
#include "manifest/locate.hpp"
#include "unit/manifest/described.hpp"

using namespace accelloader;
using namespace accelloader::manifest;

namespace {

using Lines = std::vector<std::string>;

/// One object, and what reading it found.
struct Fixture {
  explicit Fixture(std::string source, std::string name = "")
      : text(std::move(source)), reader(*document.root, std::move(name), faults) {}

  std::string text;
  JsonDocument document = parse_json(text);
  Faults faults{[this](Span span) { return locate(text, "npu.json", span); }};
  FieldReader reader;
};

}  // namespace

TEST_CASE("members are read with their types") {
  Fixture it(R"({"s": "text", "b": true, "i": -3, "l": ["a", "b"], "e": ""})");
  CHECK(it.reader.string("s") == "text");
  CHECK(it.reader.filled_string("s") == "text");
  CHECK(it.reader.string("e") == "");
  CHECK(it.reader.boolean("b") == true);
  CHECK(it.reader.integer("i", -3, 3) == -3);
  CHECK(it.reader.strings("l") == Lines{"a", "b"});
  CHECK(it.reader.strings("s") == Lines{"text"});
  CHECK(it.faults.take().empty());
}

TEST_CASE("a member that is absent is no fault unless it is required") {
  Fixture it("{}");
  CHECK_FALSE(it.reader.string("s"));
  CHECK_FALSE(it.reader.boolean("b"));
  CHECK_FALSE(it.reader.integer("i", 0, 1));
  CHECK(it.reader.strings("l").empty());
  CHECK_FALSE(it.faults.any_error());
  it.reader.require("s");
  CHECK(it.faults.any_error());
  CHECK(test::told(it.faults.take()) == Lines{"1:1 error A0207: `s` is missing"});
}

TEST_CASE("a wrong type is a fault that names both, and reads as absent") {
  Fixture it(R"({"a": 1, "b": "yes", "c": 1.5, "d": [true], "e": null})", "load");
  CHECK_FALSE(it.reader.string("a"));
  CHECK_FALSE(it.reader.boolean("b"));
  CHECK_FALSE(it.reader.integer("c", 0, 9));
  CHECK(it.reader.strings("d").empty());
  CHECK(it.reader.strings("e").empty());
  CHECK(test::told(it.faults.take()) ==
        Lines{"1:7 error A0208: `load.a` is an integer, and not a string",
              "1:15 error A0208: `load.b` is a string, and not true or false",
              "1:27 error A0208: `load.c` is a number, and not an integer",
              "1:38 error A0208: `load.d[0]` is true or false, and not a string",
              "1:50 error A0208: `load.e` is null, and not a string or an array of strings"});
}

TEST_CASE("an integer has bounds, and one beyond 64 bits is not taken for a fraction") {
  Fixture it(R"({"a": 4, "b": -1, "c": 18446744073709551616, "d": -1e30})");
  for (const char* key : {"a", "b", "c", "d"}) CHECK_FALSE(it.reader.integer(key, 0, 3));
  CHECK(test::told(it.faults.take()) ==
        Lines{"1:7 error A0209: `a` is 4, and not from 0 to 3", "1:15 error A0209: `b` is -1, and not from 0 to 3",
              "1:24 error A0209: `c` is not from 0 to 3", "1:51 error A0209: `d` is not from 0 to 3"});
}

TEST_CASE("strings that a file's name is made of are not empty and hold no NUL") {
  Fixture it(R"({"a": "", "b": "x\u0000y", "c": ["ok", ""], "d": "\u0000"})");
  CHECK_FALSE(it.reader.filled_string("a"));
  CHECK_FALSE(it.reader.filled_string("b"));
  CHECK(it.reader.strings("c") == Lines{"ok"});
  CHECK(it.reader.strings("d").empty());
  CHECK(test::told(it.faults.take()) ==
        Lines{"1:7 error A0209: `a` is empty", "1:16 error A0209: `b` holds a NUL character",
              "1:40 error A0209: `c[1]` is empty", "1:50 error A0209: `d` holds a NUL character"});
}

TEST_CASE("members that nobody read are warned of, with a spelling hint where one is near") {
  Fixture it(R"({"timeout_second": 1, "colour": 2, "x-own": 3, "scope": "local"})", "load");
  it.reader.integer("timeout_seconds", 1, 9);
  it.reader.string("scope");
  it.reader.finish();
  CHECK_FALSE(it.faults.any_error());
  CHECK(test::told(it.faults.take()) ==
        Lines{"1:2 warning A0206: `load.timeout_second` is not a known key; help: did you mean `timeout_seconds`?",
              "1:23 warning A0206: `load.colour` is not a known key"});
}

TEST_CASE("faults are told by their place, whatever the order of reading") {
  Fixture it("{\"a\": 1,\n\"b\": 2}");
  it.reader.string("b");
  it.reader.string("a");
  it.faults.tell(ErrorCode::manifest_variable_unset, "a note", {0, 1});
  CHECK(test::told(it.faults.take()) == Lines{"1:1 note A0212: a note",
                                              "1:7 error A0208: `a` is an integer, and not a string",
                                              "2:6 error A0208: `b` is an integer, and not a string"});
}
