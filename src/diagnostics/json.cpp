#include "diagnostics/json.hpp"

#include <accelloader/render.hpp>

namespace accelloader::diagnostics {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const Location& where) {
  Json json = {{"path", where.file}, {"line", where.line}, {"column", where.column}, {"length", where.length}};
  json["source"] = where.source;
  json["label"] = where.label;
  return json;
}

void add_story(const Error& error, Json& json) {
  json["message"] = error.message();
  json["location"] = error.location() ? place_json(*error.location()) : Json(nullptr);
  json["notes"] = error.notes();
  json["causes"] = Json::array();
  for (const Error& cause : error.causes()) json["causes"].push_back(json_of(cause));
  json["help"] = error.help().empty() ? Json(nullptr) : Json(error.help());
}

}  // namespace

Json json_of(const Error& error) {
  Json json = {{"code", to_string(error.code())}, {"stage", to_string(stage_of(error.code()))}};
  add_story(error, json);
  return json;
}

Json json_of(const Finding& finding) {
  Json json = {{"code", to_string(finding.error.code())},
               {"severity", to_string(finding.severity)},
               {"stage", to_string(finding.stage())}};
  add_story(finding.error, json);
  return json;
}

std::string written(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace accelloader::diagnostics

namespace accelloader {

std::string to_json(const Finding& finding) { return diagnostics::written(diagnostics::json_of(finding), 2); }

}  // namespace accelloader
