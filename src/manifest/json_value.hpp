// JSON that knows where it stands in its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/descriptor.hpp>

namespace accelloader::manifest {

struct JsonMember;

/// A value and its place. Which members hold something depends on `type`.
struct JsonValue {
  enum class Type : std::uint8_t { null, boolean, integer, number, string, array, object };

  Type type = Type::null;
  Span span;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::string string;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;  // in the order of the text; a key that stands twice is here twice

  /// The first member of the key, or null.
  const JsonValue* find(std::string_view key) const noexcept;
  /// "a string", "an object": for "`x` is ..., a string is needed".
  std::string_view type_name() const noexcept;
};

struct JsonMember {
  std::string key;
  Span key_span;
  JsonValue value;
};

}  // namespace accelloader::manifest
