// `accelloader list`: what this machine has.
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"

namespace accelloader::cli {
namespace {

std::string_view color_of(Status status) {
  switch (status) {
    case Status::ready:
    case Status::loaded: return "\x1b[32m";
    case Status::blocked: return "\x1b[33m";
    case Status::broken:
    case Status::failed: return "\x1b[31m";
    case Status::absent:
    case Status::shadowed:
    case Status::disabled: break;
  }
  return "\x1b[2m";
}

std::string file_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

void print_table(const std::vector<Backend>& backends, bool all) {
  Table table({"NAME", "KIND", "STATUS", "HARDWARE", "LIBRARY", "REASON"});
  for (const Backend& backend : backends) {
    if (backend.status() == Status::shadowed && !all) continue;
    const Descriptor* descriptor = backend.descriptor();
    table.add({{std::string(backend.name())},
               {descriptor ? std::string(to_string(descriptor->kind)) : "?"},
               {std::string(to_string(backend.status())), color_of(backend.status())},
               {std::string(backend.hardware())},
               {descriptor ? file_name(descriptor->library) : "?"},
               {reason_text(backend)}});
  }
  print(table.text(width_of(stdout), cli::color_of(stdout)));
}

/// One line each: `validate` has the whole story.
void print_invalid(const std::vector<ManifestReport>& manifests) {
  for (const ManifestReport& manifest : manifests)
    for (const Finding& found : manifest.findings)
      if (found.severity == Severity::error) {
        const auto& where = found.error.location();
        print("invalid manifest: " + (where ? to_string(*where) : manifest.source.path) + ": " +
              std::string(found.error.message()) + " (" + to_string(found.error.code()) + ")\n");
        break;
      }
}

int list(const GlobalOptions& options, bool all) {
  const Loader loader = options.discover(Inspection::place);
  const auto invalid = loader.invalid_manifests();
  const auto findings = loader.findings();
  if (options.json) {
    print(to_json(loader) + "\n");
  } else {
    const auto backends = loader.backends();
    if (backends.empty())
      print("no manifest describes a backend here\n");
    else
      print_table(backends, all);
    print_invalid(invalid);
    print_findings(findings, stderr);
  }
  if (!invalid.empty()) return manifest_invalid;
  return any_error(findings) ? wrong_usage : as_asked;
}

}  // namespace

Run configure_list(CLI::App& app, const GlobalOptions& options) {
  const auto all = std::make_shared<bool>(false);
  app.add_flag("--all", *all, "also those that stand behind another one of the same name");
  return [&options, all] { return list(options, *all); };
}

}  // namespace accelloader::cli
