#include "manifest/json_value.hpp"

#include <catch2/catch_test_macros.hpp>

using accelloader::manifest::JsonValue;
using Type = JsonValue::Type;

TEST_CASE("a member is found by its key, the first one if there are two") {
  JsonValue object{.type = Type::object};
  object.members.push_back({"a", {}, {.integer = 1}});
  object.members.push_back({"a", {}, {.integer = 2}});
  REQUIRE(object.find("a"));
  CHECK(object.find("a")->integer == 1);
  CHECK_FALSE(object.find("b"));
  CHECK_FALSE(JsonValue{}.find("a"));
}

TEST_CASE("a type has a name for people") {
  CHECK(JsonValue{.type = Type::null}.type_name() == "null");
  CHECK(JsonValue{.type = Type::boolean}.type_name() == "true or false");
  CHECK(JsonValue{.type = Type::integer}.type_name() == "an integer");
  CHECK(JsonValue{.type = Type::number}.type_name() == "a number");
  CHECK(JsonValue{.type = Type::string}.type_name() == "a string");
  CHECK(JsonValue{.type = Type::array}.type_name() == "an array");
  CHECK(JsonValue{.type = Type::object}.type_name() == "an object");
}
