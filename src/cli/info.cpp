// `accelloader info NAME`: everything that is known about one backend.
#include <algorithm>
#include <cstdint>
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "diagnostics/text.hpp"

namespace accelloader::cli {
namespace {

void line(std::string_view name, std::string_view value) {
  constexpr std::size_t column = 14;
  if (value.empty()) return;
  std::string text = "  " + std::string(name);
  text.append(column - std::min(column - 1, name.size()), ' ').append(diagnostics::printable(value, column + 2));
  print(text + "\n");
}

std::string library_text(const Backend& backend) {
  const std::string& named = backend.descriptor()->library;
  if (const auto& place = backend.library()) return place->path + " (" + place->rule + ")";
  return named + " (not found, or not looked for)";
}

std::string option_text(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return std::to_string(*number);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  return std::get<JsonText>(value).text;
}

void print_descriptor(const Backend& backend) {
  const Descriptor& descriptor = *backend.descriptor();
  line("description", descriptor.description);
  line("kind", to_string(descriptor.kind));
  line("library", library_text(backend));
  line("entry", descriptor.entry);
  line("hardware", backend.hardware());
  line("devices", std::to_string(backend.device_count()));
  line("priority", std::to_string(descriptor.priority));
  line("libtorch", descriptor.requires_.libtorch.range.text());
  line("glibc", descriptor.requires_.glibc.range.text());
  for (const auto& [name, value] : descriptor.options) line("option", name + " = " + option_text(value));
  for (const auto& [name, value] : descriptor.environment) line("environment", name + "=" + value);
}

void print_backend(const Backend& backend) {
  print(std::string(backend.name()) + ": " + std::string(to_string(backend.status())) + "\n");
  const ManifestSource& source = backend.manifest();
  line("manifest", source.path);
  line("found as", source.reason + " (rank " + std::to_string(source.rank) + ")");
  if (backend.descriptor()) print_descriptor(backend);
  for (const std::string& path : backend.shadows()) line("shadows", path);
  print_findings(backend.findings());
}

int info(const GlobalOptions& options, const std::string& name) {
  const Loader loader = options.discover(Inspection::symbols);
  std::vector<std::string> documents;
  for (const Backend& backend : loader.backends()) {
    if (backend.name() != name) continue;
    if (!options.json) print_backend(backend);
    documents.push_back(to_json(backend));
  }
  if (options.json) print(json_document({{"backends", documents}}));
  if (!documents.empty()) return as_asked;
  const Finding unknown = finding(loader.unknown(name));
  print_findings({&unknown, 1}, stderr);
  return backend_unusable;
}

}  // namespace

Run configure_info(CLI::App& app, const GlobalOptions& options) {
  const auto name = std::make_shared<std::string>();
  app.add_option("NAME", *name, "the backend's name")->required()->type_name("");
  return [&options, name] { return info(options, *name); };
}

}  // namespace accelloader::cli
