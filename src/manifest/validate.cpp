#include "manifest/validate.hpp"

#include <algorithm>

#include "diagnostics/spelling.hpp"
#include "manifest/device_name.hpp"
#include "manifest/field_reader.hpp"
#include "manifest/json_parse.hpp"
#include "manifest/locate.hpp"
#include "manifest/validate_requires.hpp"

namespace accelloader::manifest {
namespace {

using Type = JsonValue::Type;

constexpr int manifest_version = 1;

class Validator {
 public:
  Validator(const JsonValue& root, std::string_view text, const Environment& environment, Faults& faults)
      : root_(root), text_(text), environment_(environment), faults_(faults), reader_(root, "", faults) {}

  /// False if the manifest is of a version whose members this code does not know.
  bool version_fits() {
    reader_.require("manifest_version");
    const JsonValue* version = reader_.take("manifest_version", Type::integer);
    if (!version || version->integer == manifest_version) return true;
    faults_.error(ErrorCode::manifest_version_unsupported,
                  "manifest version " + std::to_string(version->integer) +
                      " is not understood: this accelloader reads " + std::to_string(manifest_version),
                  version->span, version->integer > manifest_version ? "update accelloader" : "");
    return false;
  }

  std::string name() {
    reader_.require("name");
    const JsonValue* name = reader_.take("name", Type::string);
    if (!name) return {};
    descriptor_.name_span = name->span;
    const std::string fault = name_fault(name->string);
    if (fault.empty()) return name->string;
    faults_.error(ErrorCode::manifest_name_not_usable, fault, name->span);
    return {};
  }

  Descriptor rest() {
    descriptor_.description = reader_.string("description").value_or("");
    read_kind();
    read_library();
    read_numbers();
    if (const JsonValue* object = reader_.take("requires", Type::object))
      descriptor_.requires_ = read_requirements(*object, faults_);
    if (const JsonValue* object = reader_.take("environment", Type::object)) read_environment(*object);
    if (const JsonValue* object = reader_.take("options", Type::object)) read_options(*object);
    if (const JsonValue* object = reader_.take("load", Type::object)) read_load(*object);
    if (const JsonValue* object = reader_.take("help", Type::object)) read_help(*object);
    read_sha256();
    reader_.take_any("$schema");
    reader_.finish();
    return std::move(descriptor_);
  }

 private:
  void read_kind() {
    static constexpr std::string_view kinds[] = {"torch", "pjrt", "library"};
    reader_.require("kind");
    const JsonValue* kind = reader_.take("kind", Type::string);
    if (!kind) return;
    const auto* found = std::ranges::find(kinds, kind->string);
    if (found != std::end(kinds)) {
      descriptor_.kind = static_cast<Kind>(found - kinds);
      return;
    }
    const std::string_view meant = diagnostics::nearest(kind->string, kinds);
    faults_.error(ErrorCode::manifest_bad_value,
                  "`kind` is `" + kind->string + "`, and not " + diagnostics::listed(kinds), kind->span,
                  meant.empty() ? std::string() : "did you mean `" + std::string(meant) + "`?");
  }

  void read_library() {
    reader_.require("library");
    descriptor_.library = reader_.filled_string("library").value_or("");
    if (const JsonValue* library = root_.find("library")) descriptor_.library_span = library->span;
    descriptor_.entry = reader_.filled_string("entry").value_or("");
    if (const JsonValue* entry = root_.find("entry")) descriptor_.entry_span = entry->span;
    for (const JsonValue* folder : reader_.string_values("library_dirs"))
      if (auto expanded = expand(*folder)) descriptor_.library_dirs.push_back(std::move(*expanded));
  }

  /// An unset variable is a finding, and the folder is left out: an empty one in its place would be another folder.
  std::optional<std::string> expand(const JsonValue& folder) {
    std::string expanded;
    for (std::string_view rest = folder.string;;) {
      const auto start = rest.find("${");
      if (start == std::string_view::npos) return expanded.append(rest);
      const auto end = rest.find('}', start);
      if (end == std::string_view::npos || end == start + 2) {
        faults_.error(
            ErrorCode::manifest_bad_value,
            "`" + folder.string +
                (end == start + 2 ? "` has a `${}` without a variable's name" : "` has a `${` that no `}` closes"),
            folder.span);
        return std::nullopt;
      }
      const std::string name(rest.substr(start + 2, end - start - 2));
      const auto value = environment_(name);
      if (!value || value->empty()) {
        faults_.tell(ErrorCode::manifest_variable_unset,
                     "the variable `" + name + "` is not set: the folder is left out", folder.span);
        return std::nullopt;
      }
      expanded.append(rest.substr(0, start)).append(*value);
      rest.remove_prefix(end + 1);
    }
  }

  void read_numbers() {
    constexpr int highest_priority = 1'000'000, most_devices = 127;  // c10::DeviceIndex is an int8_t
    descriptor_.priority = reader_.integer("priority", -highest_priority, highest_priority).value_or(0);
    descriptor_.device_count = reader_.integer("device_count", 1, most_devices);
    descriptor_.device_label = reader_.string("device_label").value_or("");
  }

  void read_environment(const JsonValue& object) {
    FieldReader reader(object, "environment", faults_);
    for (const JsonMember& member : object.members) {
      const auto value = reader.string(member.key);
      if (member.key.empty())
        faults_.error(ErrorCode::manifest_bad_value, "a variable of `environment` has an empty name", member.key_span);
      else if (member.key.find_first_of(std::string_view("=\0", 2)) != std::string::npos)
        faults_.error(ErrorCode::manifest_bad_value, "`" + member.key + "` cannot be a variable's name",
                      member.key_span);
      else if (value && value->find('\0') != std::string::npos)
        faults_.error(ErrorCode::manifest_bad_value, reader.quoted(member.key) + " holds a NUL character",
                      member.value.span);
      else if (value)
        descriptor_.environment.emplace_back(member.key, *value);
    }
  }

  void read_options(const JsonValue& object) {
    for (const JsonMember& member : object.members) {
      const JsonValue& value = member.value;
      switch (value.type) {
        case Type::string: descriptor_.options.emplace_back(member.key, value.string); break;
        case Type::integer: descriptor_.options.emplace_back(member.key, value.integer); break;
        case Type::number: descriptor_.options.emplace_back(member.key, value.number); break;
        case Type::boolean: descriptor_.options.emplace_back(member.key, value.boolean); break;
        case Type::null:
        case Type::array:
        case Type::object:
          descriptor_.options.emplace_back(member.key,
                                           JsonText{std::string(text_.substr(value.span.offset, value.span.length))});
      }
    }
  }

  void read_load(const JsonValue& object) {
    constexpr int longest_load = 24 * 60 * 60;
    FieldReader reader(object, "load", faults_);
    LoadSettings& load = descriptor_.load;
    load.timeout_seconds = reader.integer("timeout_seconds", 1, longest_load).value_or(load.timeout_seconds);
    load.fork_safe = reader.boolean("fork_safe");
    load.probe_first = reader.boolean("probe_first").value_or(false);
    load.preload = reader.strings("preload");
    if (const JsonValue* scope = reader.take("scope", Type::string)) {
      load.global = scope->string == "global";
      if (!load.global && scope->string != "local")
        faults_.error(ErrorCode::manifest_bad_value,
                      "`load.scope` is `" + scope->string + "`, and not `local` or `global`", scope->span);
    }
    reader.finish();
  }

  void read_help(const JsonValue& object) {
    FieldReader reader(object, "help", faults_);
    for (const std::string_view key : {"absent", "blocked", "library", "load"})
      if (auto text = reader.string(key)) descriptor_.help.emplace(key, std::move(*text));
    reader.finish();
  }

  void read_sha256() {
    const JsonValue* value = reader_.take("sha256", Type::string);
    if (!value) return;
    descriptor_.sha256_span = value->span;
    descriptor_.sha256 = value->string;
    const auto hexadecimal = [](char& c) {
      if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    };
    if (descriptor_.sha256.size() != 64 || !std::ranges::all_of(descriptor_.sha256, hexadecimal))
      faults_.error(ErrorCode::manifest_bad_value, "`sha256` is not 64 hexadecimal digits", value->span);
  }

  const JsonValue& root_;
  std::string_view text_;
  const Environment& environment_;
  Faults& faults_;
  FieldReader reader_;
  Descriptor descriptor_;
};

/// A finding keeps its line. In a hostile manifest, one line with thousands of faults, that would be gigabytes: lines
/// are kept up to a sum, and the findings behind it have their place alone.
class Locator {
 public:
  Locator(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Location operator()(Span span) {
    constexpr std::size_t most_kept = std::size_t{4} << 20;
    Location where = locate(text_, path_, span);
    kept_ += where.source.size();
    if (kept_ > most_kept) std::string().swap(where.source);  // an assignment would keep the room
    return where;
  }

 private:
  std::string_view text_;
  const std::string& path_;
  std::size_t kept_ = 0;
};

void add_json_faults(const JsonDocument& document, Locator& locator, std::vector<Finding>& findings) {
  for (const JsonFault& fault : document.faults) {
    Error error = Error(fault.code, fault.message).at(locator(fault.span));
    if (!fault.note.empty()) error.note(fault.note);
    findings.push_back(finding(std::move(error)));
  }
}

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n", text.starts_with("\xEF\xBB\xBF") ? 3 : 0) == std::string_view::npos;
}

}  // namespace

Validation validate(std::shared_ptr<const std::string> text, std::string path, std::string folder,
                    const Environment& environment) {
  Validation result;
  if (blank(*text)) {
    result.findings.push_back(finding(Error(ErrorCode::manifest_empty, "the manifest is empty").at({.file = path})));
    return result;
  }
  const JsonDocument document = parse_json(*text);
  Locator locator(*text, path);
  add_json_faults(document, locator, result.findings);
  if (!document.root) return result;
  if (document.root->type != Type::object) {
    result.findings.push_back(finding(Error(ErrorCode::manifest_wrong_type, "a manifest is an object, and this is " +
                                                                                std::string(document.root->type_name()))
                                          .at(locator(document.root->span))));
    return result;
  }

  Faults faults([&](Span span) { return locator(span); });
  Validator validator(*document.root, *text, environment, faults);
  const bool version_fits = validator.version_fits();
  result.name = validator.name();
  Descriptor descriptor = version_fits ? validator.rest() : Descriptor{};
  const bool valid = !faults.any_error() && result.findings.empty();
  std::ranges::move(faults.take(), std::back_inserter(result.findings));
  std::ranges::stable_sort(result.findings, {}, [](const Finding& found) {
    return std::pair(found.error.location()->line, found.error.location()->column);
  });
  if (!valid) return result;
  descriptor.name = result.name;
  descriptor.path = std::move(path);
  descriptor.folder = std::move(folder);
  descriptor.text = std::move(text);
  result.descriptor = std::make_shared<const Descriptor>(std::move(descriptor));
  return result;
}

}  // namespace accelloader::manifest
