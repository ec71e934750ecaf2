#include "cli/output.hpp"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include <accelloader/render.hpp>
#include <accelloader/version.hpp>

#include "cli/terminal.hpp"

namespace accelloader::cli {

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_findings(std::span<const Finding> findings, std::FILE* stream) {
  const Color color = color_of(stream);
  std::fflush(stdout);  // so that a terminal shows both in the order in which they were written
  for (const Finding& found : findings) {
    const std::string text = render(found, color);
    std::fwrite(text.data(), 1, text.size(), stream);
  }
}

std::string reason_text(const Backend& backend) {
  const Error* reason = backend.reason();
  return reason ? std::string(reason->message()) + " (" + to_string(reason->code()) + ")" : std::string();
}

std::string json_document(const std::vector<std::pair<std::string, std::vector<std::string>>>& lists) {
  using Json = nlohmann::ordered_json;
  Json all = {{"schema_version", 1}, {"accelloader_version", version()}};
  for (const auto& [key, documents] : lists) {
    all[key] = Json::array();
    for (const std::string& document : documents) all[key].push_back(Json::parse(document));
  }
  return all.dump(2) + "\n";
}

bool any_error(std::span<const Finding> findings) {
  return std::ranges::any_of(findings, [](const Finding& found) { return found.severity == Severity::error; });
}

}  // namespace accelloader::cli
