#include "manifest/json_builder.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "manifest/json_syntax.hpp"

namespace accelloader::manifest {
namespace {

bool between_tokens(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':'; }

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool in_number(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

Span span_of(std::size_t first, std::size_t end) {
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end - first)};
}

}  // namespace

JsonBuilder::JsonBuilder(std::string_view text, JsonLimits limits)
    : text_(text),
      limits_(limits),
      furthest_(text.data()),
      token_end_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) {}

Span JsonBuilder::token() {
  std::size_t first = token_end_;
  while (first < text_.size() && between_tokens(text_[first])) ++first;
  token_end_ = static_cast<std::size_t>(furthest_ - text_.data());
  return span_of(first, token_end_);
}

// The parser sees the end of a number by reading one byte more, or by the end of the text.
Span JsonBuilder::number_token() {
  const std::size_t first = token().offset;
  if (token_end_ < text_.size() || !in_number(text_.back())) --token_end_;
  return span_of(first, token_end_);
}

bool JsonBuilder::number_integer(std::int64_t value) {
  return add({.type = JsonValue::Type::integer, .span = number_token(), .integer = value});
}

bool JsonBuilder::number_unsigned(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return number_integer(static_cast<std::int64_t>(value));
  return number_float(static_cast<double>(value), {});
}

bool JsonBuilder::number_float(double value, const std::string&) {
  return add({.type = JsonValue::Type::number, .span = number_token(), .number = value});
}

bool JsonBuilder::string(std::string& value) {
  return add({.type = JsonValue::Type::string, .span = token(), .string = std::move(value)});
}

bool JsonBuilder::key(std::string& name) {
  JsonValue& object = *open_.back();
  const Span span = token();
  if (object.find(name))
    document_.faults.push_back(
        {ErrorCode::manifest_duplicate_key, "the key `" + name + "` stands twice in one object", span, {}});
  constexpr std::size_t usual_members = 8;  // growing one by one would move the first ones four times
  if (object.members.empty()) object.members.reserve(usual_members);
  object.members.push_back({std::move(name), span, {}});
  return true;
}

JsonValue& JsonBuilder::place(JsonValue value) {
  if (open_.empty()) return root_ = std::move(value);
  JsonValue& parent = *open_.back();
  if (parent.type == JsonValue::Type::array) return parent.items.emplace_back(std::move(value));
  return parent.members.back().value = std::move(value);
}

bool JsonBuilder::add(JsonValue value) {
  if (++values_ > limits_.values) {
    document_.faults.push_back({ErrorCode::manifest_too_many_values,
                                "more than " + std::to_string(limits_.values) + " values in one manifest",
                                value.span,
                                {}});
    return false;
  }
  place(std::move(value));
  return true;
}

bool JsonBuilder::open(JsonValue::Type type) {
  const Span span = token();
  if (open_.size() >= limits_.depth) {
    document_.faults.push_back(
        {ErrorCode::manifest_too_deep, "nested deeper than " + std::to_string(limits_.depth) + " levels", span, {}});
    return false;
  }
  if (!add({.type = type, .span = span})) return false;
  JsonValue* parent = open_.empty() ? nullptr : open_.back();
  open_.push_back(!parent                                  ? &root_
                  : parent->type == JsonValue::Type::array ? &parent->items.back()
                                                           : &parent->members.back().value);
  return true;
}

bool JsonBuilder::close() {
  token();
  Span& span = open_.back()->span;
  span.length = static_cast<std::uint32_t>(token_end_ - span.offset);
  open_.pop_back();
  return true;
}

bool JsonBuilder::syntax_fault(std::size_t position, std::string_view parser_text) {
  const Span* innermost = open_.empty() ? nullptr : &open_.back()->span;
  document_.faults.push_back(explain_syntax_fault({.text = text_,
                                                   .last_good = token_end_,
                                                   .read = std::min(position, text_.size()),
                                                   .parser_text = parser_text,
                                                   .open = innermost}));
  return false;
}

// The parser takes a NUL for the end of the text.
JsonDocument JsonBuilder::take(bool complete) {
  if (complete) {
    const auto rest = text_.find_first_not_of(" \t\r\n", token_end_);
    if (rest == std::string_view::npos)
      document_.root = std::move(root_);
    else
      document_.faults.push_back(
          {ErrorCode::manifest_not_json, "not JSON: a NUL character", span_of(rest, rest + 1), {}});
  }
  return std::move(document_);
}

}  // namespace accelloader::manifest
