// The SAX events of nlohmann's parser, made into a JsonDocument.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/json_parse.hpp"

namespace accelloader::manifest {

/// Where the parser has read to: an input iterator that tells its position through a pointer, since the parser copies
/// it. SAX events carry no places, but each comes as soon as its token is read.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  friend bool operator==(const TrackedIterator& left, const TrackedIterator& right) { return left.at_ == right.at_; }
  friend bool operator!=(const TrackedIterator& left, const TrackedIterator& right) { return left.at_ != right.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

/// An event that returns false stops the parser; `faults` then says why.
class JsonBuilder {
 public:
  JsonBuilder(std::string_view text, JsonLimits limits);

  TrackedIterator begin() { return {text_.data(), &furthest_}; }
  TrackedIterator end() { return {text_.data() + text_.size(), &furthest_}; }
  JsonDocument take(bool complete);

  // The SAX interface.
  bool null() { return add({.type = JsonValue::Type::null, .span = token()}); }
  bool boolean(bool value) { return add({.type = JsonValue::Type::boolean, .span = token(), .boolean = value}); }
  bool number_integer(std::int64_t value);
  bool number_unsigned(std::uint64_t value);
  bool number_float(double value, const std::string& text);
  bool string(std::string& value);
  bool binary(std::vector<std::uint8_t>&) { return false; }  // not in JSON text
  bool key(std::string& name);
  bool start_object(std::size_t) { return open(JsonValue::Type::object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(JsonValue::Type::array); }
  bool end_array() { return close(); }
  template <class Exception>
  bool parse_error(std::size_t position, const std::string&, const Exception& exception) {
    return syntax_fault(position, exception.what());
  }

 private:
  Span token();
  Span number_token();
  bool add(JsonValue value);
  JsonValue& place(JsonValue value);
  bool open(JsonValue::Type type);
  bool close();
  bool syntax_fault(std::size_t position, std::string_view parser_text);

  std::string_view text_;
  JsonLimits limits_;
  const char* furthest_;
  std::size_t token_end_;  // where the token before ended
  std::size_t values_ = 0;
  JsonValue root_;
  // A value that is open does not move: only the innermost one grows.
  std::vector<JsonValue*> open_;
  JsonDocument document_;
};

}  // namespace accelloader::manifest
