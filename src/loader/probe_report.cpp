#include "loader/probe_report.hpp"

#include <charconv>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "diagnostics/json.hpp"

namespace accelloader::loader {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deepest = 8;  // causes of causes

// Members that are missing or of another type are as good as empty: the text comes from a process that a plugin ran in.
std::string text_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

const Json& list_of(const Json& json, const char* key) {
  static const Json empty = Json::array();
  const auto found = json.find(key);
  return found != json.end() && found->is_array() ? *found : empty;
}

std::optional<ErrorCode> code_of(std::string_view text) {
  std::uint16_t number = 0;
  if (text.size() != 5 || text.front() != 'A') return std::nullopt;
  const auto parsed = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return static_cast<ErrorCode>(number);
}

std::optional<Location> location_of(const Json& json) {
  const auto found = json.find("location");
  if (found == json.end() || !found->is_object()) return std::nullopt;
  return Location{.file = text_of(*found, "path"),
                  .line = static_cast<std::uint32_t>(number_of(*found, "line")),
                  .column = static_cast<std::uint32_t>(number_of(*found, "column")),
                  .length = static_cast<std::uint32_t>(number_of(*found, "length")),
                  .source = text_of(*found, "source"),
                  .label = text_of(*found, "label")};
}

std::optional<Error> error_of(const Json& json, int depth = 0) {
  if (!json.is_object() || depth > deepest) return std::nullopt;
  const auto code = code_of(text_of(json, "code"));
  if (!code) return std::nullopt;
  Error error(*code, text_of(json, "message"));
  if (auto where = location_of(json)) error.at(std::move(*where));
  for (const Json& note : list_of(json, "notes"))
    if (note.is_string()) error.note(note.get<std::string>());
  for (const Json& cause : list_of(json, "causes"))
    if (auto one = error_of(cause, depth + 1)) error.caused_by(std::move(*one));
  error.help(text_of(json, "help"));
  return error;
}

Json parsed(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace

std::string written(const Error& error) { return diagnostics::written(diagnostics::json_of(error), -1); }

std::optional<Error> read_error(std::string_view text) { return error_of(parsed(text)); }

std::string written(const ProbeReport& report) {
  Json json = {{"outcome", static_cast<int>(report.outcome)},
               {"stage", static_cast<int>(report.stage)},
               {"reason", report.reason},
               {"signal", report.signal},
               {"exit_code", report.exit_code},
               {"exception", report.exception},
               {"output", report.output}};
  json["error"] = report.error ? diagnostics::json_of(*report.error) : Json(nullptr);
  json["frames"] = Json::array();
  for (const ProbeReport::Frame& frame : report.frames)
    json["frames"].push_back({{"object", frame.object}, {"offset", frame.offset}, {"function", frame.function}});
  return diagnostics::written(json, -1);
}

std::optional<ProbeReport> read_report(std::string_view text) {
  const Json json = parsed(text);
  if (!json.is_object() || !json.contains("outcome")) return std::nullopt;
  ProbeReport report;
  const std::int64_t outcome = number_of(json, "outcome"), stage = number_of(json, "stage");
  if (outcome < 0 || outcome > static_cast<int>(ProbeReport::Outcome::timed_out)) return std::nullopt;
  if (stage < static_cast<int>(Stage::discover) || stage > static_cast<int>(Stage::activate)) return std::nullopt;
  report.outcome = static_cast<ProbeReport::Outcome>(outcome);
  report.stage = static_cast<Stage>(stage);
  report.reason = text_of(json, "reason");
  report.signal = static_cast<int>(number_of(json, "signal"));
  report.exit_code = static_cast<int>(number_of(json, "exit_code"));
  report.exception = text_of(json, "exception");
  report.output = text_of(json, "output");
  if (json.contains("error")) report.error = error_of(json["error"]);
  for (const Json& frame : list_of(json, "frames"))
    if (frame.is_object())
      report.frames.push_back({text_of(frame, "object"), static_cast<std::uint64_t>(number_of(frame, "offset")),
                               text_of(frame, "function")});
  if (report.outcome == ProbeReport::Outcome::refused && !report.error) return std::nullopt;
  return report;
}

}  // namespace accelloader::loader
