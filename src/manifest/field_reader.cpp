#include "manifest/field_reader.hpp"

#include <algorithm>
#include <cmath>

#include "diagnostics/spelling.hpp"

namespace accelloader::manifest {

Error Faults::make(ErrorCode code, std::string message, Span span, std::string help) const {
  return Error(code, std::move(message)).at(locate_(span)).help(std::move(help));
}

void Faults::error(ErrorCode code, std::string message, Span span, std::string help) {
  findings_.push_back(finding(make(code, std::move(message), span, std::move(help))));
  ++errors_;
}

void Faults::warn(ErrorCode code, std::string message, Span span, std::string help) {
  findings_.push_back(warning(make(code, std::move(message), span, std::move(help))));
}

void Faults::tell(ErrorCode code, std::string message, Span span) {
  findings_.push_back(note(make(code, std::move(message), span, {})));
}

std::vector<Finding> Faults::take() {
  std::ranges::stable_sort(findings_, {}, [](const Finding& found) {
    return std::pair(found.error.location()->line, found.error.location()->column);
  });
  return std::move(findings_);
}

std::string FieldReader::quoted(std::string_view key) const {
  return "`" + (name_.empty() ? std::string() : name_ + ".") + std::string(key) + "`";
}

const JsonValue* FieldReader::take_any(std::string_view key) {
  known_.push_back(key);
  return object_.find(key);
}

const JsonValue* FieldReader::take(std::string_view key, JsonValue::Type type) {
  const JsonValue* value = take_any(key);
  if (!value || value->type == type) return value;
  wrong_type(key, *value, JsonValue{.type = type}.type_name());
  return nullptr;
}

void FieldReader::wrong_type(std::string_view key, const JsonValue& value, std::string_view wanted) {
  faults_.error(ErrorCode::manifest_wrong_type,
                quoted(key) + " is " + std::string(value.type_name()) + ", and not " + std::string(wanted), value.span);
}

std::optional<std::string> FieldReader::string(std::string_view key) {
  const JsonValue* value = take(key, JsonValue::Type::string);
  return value ? std::optional(value->string) : std::nullopt;
}

bool FieldReader::filled(std::string_view key, const JsonValue& value) {
  if (!value.string.empty() && value.string.find('\0') == std::string::npos) return true;
  faults_.error(ErrorCode::manifest_bad_value,
                quoted(key) + (value.string.empty() ? " is empty" : " holds a NUL character"), value.span);
  return false;
}

std::optional<std::string> FieldReader::filled_string(std::string_view key) {
  const JsonValue* value = take(key, JsonValue::Type::string);
  return value && filled(key, *value) ? std::optional(value->string) : std::nullopt;
}

std::optional<bool> FieldReader::boolean(std::string_view key) {
  const JsonValue* value = take(key, JsonValue::Type::boolean);
  return value ? std::optional(value->boolean) : std::nullopt;
}

std::optional<int> FieldReader::integer(std::string_view key, int least, int most) {
  const JsonValue* value = take_any(key);
  if (!value) return std::nullopt;
  const bool huge = value->type == JsonValue::Type::number && std::abs(value->number) >= 0x1p63;
  if (value->type != JsonValue::Type::integer && !huge) {
    wrong_type(key, *value, "an integer");
    return std::nullopt;
  }
  if (!huge && value->integer >= least && value->integer <= most) return static_cast<int>(value->integer);
  faults_.error(ErrorCode::manifest_bad_value,
                quoted(key) + " is " + (huge ? "" : std::to_string(value->integer) + ", and ") + "not from " +
                    std::to_string(least) + " to " + std::to_string(most),
                value->span);
  return std::nullopt;
}

std::vector<const JsonValue*> FieldReader::string_values(std::string_view key) {
  std::vector<const JsonValue*> all;
  const JsonValue* value = take_any(key);
  if (!value) return all;
  if (value->type == JsonValue::Type::string) {
    if (filled(key, *value)) all.push_back(value);
  } else if (value->type != JsonValue::Type::array) {
    wrong_type(key, *value, "a string or an array of strings");
  } else {
    for (const JsonValue& item : value->items) {
      const std::string item_key = std::string(key) + "[" + std::to_string(&item - value->items.data()) + "]";
      if (item.type != JsonValue::Type::string)
        wrong_type(item_key, item, "a string");
      else if (filled(item_key, item))
        all.push_back(&item);
    }
  }
  return all;
}

std::vector<std::string> FieldReader::strings(std::string_view key) {
  std::vector<std::string> all;
  for (const JsonValue* value : string_values(key)) all.push_back(value->string);
  return all;
}

void FieldReader::require(std::string_view key) {
  if (object_.find(key)) return;
  faults_.error(ErrorCode::manifest_missing_key, quoted(key) + " is missing", {object_.span.offset, 1});
}

void FieldReader::finish() {
  for (const JsonMember& member : object_.members) {
    if (member.key.starts_with("x-") || std::ranges::find(known_, member.key) != known_.end()) continue;
    const std::string_view meant = diagnostics::nearest(member.key, known_);
    faults_.warn(ErrorCode::manifest_unknown_key, quoted(member.key) + " is not a known key", member.key_span,
                 meant.empty() ? std::string() : "did you mean `" + std::string(meant) + "`?");
  }
}

}  // namespace accelloader::manifest
