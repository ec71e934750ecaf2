// `accelloader validate FILE...`: are they manifests?
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"

namespace accelloader::cli {
namespace {

int validate(const GlobalOptions& options, const std::vector<std::string>& files) {
  int code = as_asked;
  std::vector<std::string> documents;
  for (const std::string& file : files) {
    const ManifestReport report = read_manifest(file);
    if (!report.valid()) code = manifest_invalid;
    if (options.json) {
      documents.push_back(to_json(report));
      continue;
    }
    print_findings(report.findings);
    print(file + (report.valid() ? ": valid\n" : ": invalid\n"));
  }
  if (options.json) print(json_document({{"manifests", documents}}));
  return code;
}

}  // namespace

Run configure_validate(CLI::App& app, const GlobalOptions& options) {
  const auto files = std::make_shared<std::vector<std::string>>();
  app.add_option("FILE", *files, "the manifests")->required()->type_name("");
  return [&options, files] { return validate(options, *files); };
}

}  // namespace accelloader::cli
