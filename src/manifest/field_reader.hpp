// Reads the members of one JSON object with their types, and keeps every fault.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/finding.hpp>

#include "manifest/json_value.hpp"

namespace accelloader::manifest {

/// What validation found, in the order in which it was found.
class Faults {
 public:
  /// `locate` makes Locations of this manifest's spans.
  explicit Faults(std::function<Location(Span)> locate) : locate_(std::move(locate)) {}

  void error(ErrorCode code, std::string message, Span span, std::string help = {});
  void warn(ErrorCode code, std::string message, Span span, std::string help = {});
  void tell(ErrorCode code, std::string message, Span span);
  bool any_error() const noexcept { return errors_ > 0; }
  std::vector<Finding> take();  // sorted by place

 private:
  Error make(ErrorCode code, std::string message, Span span, std::string help) const;

  std::function<Location(Span)> locate_;
  std::vector<Finding> findings_;
  int errors_ = 0;
};

/// One object of the manifest. Each reading member takes a key, so that what nobody took is known at the end.
/// A value of the wrong type is a fault and reads as absent.
class FieldReader {
 public:
  /// `name` is how people find the object: "requires.hardware"; empty for the manifest itself.
  FieldReader(const JsonValue& object, std::string name, Faults& faults)
      : object_(object), name_(std::move(name)), faults_(faults) {
    known_.reserve(16);
  }

  /// Null when there is none, or it has another type.
  const JsonValue* take(std::string_view key, JsonValue::Type type);
  const JsonValue* take_any(std::string_view key);

  std::optional<std::string> string(std::string_view key);
  /// As string(), and empty is a fault.
  std::optional<std::string> filled_string(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  std::optional<int> integer(std::string_view key, int least, int most);
  /// A string, or an array of strings; an empty one is a fault.
  std::vector<std::string> strings(std::string_view key);
  std::vector<const JsonValue*> string_values(std::string_view key);

  /// A fault for a key that must be there.
  void require(std::string_view key);
  /// Warns of the members that nobody took, save those that start with `x-`.
  void finish();

  /// "`requires.os`".
  std::string quoted(std::string_view key) const;
  void wrong_type(std::string_view key, const JsonValue& value, std::string_view wanted);
  const JsonValue& object() const noexcept { return object_; }

 private:
  bool filled(std::string_view key, const JsonValue& value);

  const JsonValue& object_;
  std::string name_;
  Faults& faults_;
  std::vector<std::string_view> known_;
};

}  // namespace accelloader::manifest
