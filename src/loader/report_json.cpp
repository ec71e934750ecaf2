// The JSON documents: docs/json.md has the schema, and its version.
#include <cstdint>

#include <nlohmann/json.hpp>

#include <accelloader/loader.hpp>
#include <accelloader/version.hpp>

#include "diagnostics/json.hpp"
#include "loader/loader_state.hpp"

namespace accelloader {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json_of(std::span<const Finding> findings) {
  Json list = Json::array();
  for (const Finding& found : findings) list.push_back(diagnostics::json_of(found));
  return list;
}

Json json_of(const ManifestSource& source) {
  return {{"path", source.path}, {"source", source.reason}, {"rank", source.rank}};
}

Json library_of(const Backend& backend) {
  const auto& place = backend.library();
  const Descriptor* descriptor = backend.descriptor();
  return {{"named", descriptor ? Json(descriptor->library) : Json(nullptr)},
          {"resolved", place ? Json(place->path) : Json(nullptr)},
          {"rule", place ? Json(place->rule) : Json(nullptr)}};
}

Json json_of(const OptionValue& value) {
  if (const auto* nested = std::get_if<JsonText>(&value)) return Json::parse(nested->text, nullptr, false);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::get<bool>(value);
}

/// What the manifest says and a load will do; null for a manifest that is invalid.
Json settings_of(const Descriptor* descriptor) {
  if (!descriptor) return nullptr;
  const auto range = [](const VersionRequirement& wanted) {
    return wanted.range.empty() ? Json(nullptr) : Json(wanted.range.text());
  };
  Json options = Json::object(), environment = Json::object();
  for (const auto& [name, value] : descriptor->options) options[name] = json_of(value);
  for (const auto& [name, value] : descriptor->environment) environment[name] = value;
  return {{"entry", descriptor->entry.empty() ? Json(nullptr) : Json(descriptor->entry)},
          {"libtorch", range(descriptor->requires_.libtorch)},
          {"glibc", range(descriptor->requires_.glibc)},
          {"options", std::move(options)},
          {"environment", std::move(environment)}};
}

Json json_of(const Backend& backend) {
  const Descriptor* descriptor = backend.descriptor();
  return {{"name", backend.name()},
          {"kind", descriptor ? Json(to_string(descriptor->kind)) : Json(nullptr)},
          {"status", to_string(backend.status())},
          {"device_count", backend.device_count()},
          {"hardware", backend.hardware()},
          {"priority", descriptor ? Json(descriptor->priority) : Json(nullptr)},
          {"description", descriptor ? Json(descriptor->description) : Json(nullptr)},
          {"manifest", json_of(backend.manifest())},
          {"library", library_of(backend)},
          {"settings", settings_of(descriptor)},
          {"shadows", backend.shadows()},
          {"findings", json_of(backend.findings())}};
}

Json json_of(const SearchedPlace& place) {
  return {{"path", place.path},
          {"source", place.reason},
          {"rank", place.rank},
          {"state", place.state},
          {"manifests", place.manifests}};
}

Json json_of(const VariableReport& variable) {
  return {
      {"name", variable.name}, {"value", variable.value}, {"honoured", variable.honoured}, {"effect", variable.effect}};
}

Json json_of(const LibtorchReport& libtorch) {
  return {{"library", libtorch.library}, {"version", text_or_null(libtorch.version)}, {"rule", libtorch.rule}};
}

template <class Report>
Json json_list(const std::vector<Report>& reports) {
  Json list = Json::array();
  for (const Report& report : reports) list.push_back(json_of(report));
  return list;
}

Json json_of(const ManifestReport& manifest) {
  Json json = json_of(manifest.source);
  json["valid"] = manifest.valid();
  json["findings"] = json_of(manifest.findings);
  return json;
}

}  // namespace

std::string to_json(const Backend& backend) { return diagnostics::written(json_of(backend), 2); }
std::string to_json(const ManifestReport& manifest) { return diagnostics::written(json_of(manifest), 2); }

std::string to_json(const MachineReport& report) {
  return diagnostics::written({{"system", text_or_null(report.system)},
                               {"kernel", text_or_null(report.kernel)},
                               {"architecture", text_or_null(report.architecture)},
                               {"c_library", text_or_null(report.c_library)},
                               {"container", text_or_null(report.container)},
                               {"search_path", json_list(report.search_path)},
                               {"variables", json_list(report.variables)},
                               {"libtorch", json_list(report.libtorch)},
                               {"border", text_or_null(report.border)}},
                              2);
}

std::string to_json(const Loader& loader) {
  Json document = {{"schema_version", schema_version}, {"accelloader_version", version()}};
  document["backends"] = Json::array();
  for (const Backend& backend : loader.backends()) document["backends"].push_back(json_of(backend));
  document["manifests"] = Json::array();
  for (const ManifestReport& manifest : loader.invalid_manifests()) document["manifests"].push_back(json_of(manifest));
  document["ignored_environment"] = loader.ignored_environment();
  document["findings"] = json_of(loader.findings());
  return diagnostics::written(document, 2);
}

}  // namespace accelloader
