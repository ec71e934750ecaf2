// `accelloader check [NAME...]`: can they be used? All findings, no plugin opened.
#include <algorithm>
#include <memory>

#include <accelloader/render.hpp>

#include "cli/command.hpp"
#include "cli/output.hpp"

namespace accelloader::cli {
namespace {

bool usable(const Backend& backend) { return backend.status() == Status::ready || backend.status() == Status::loaded; }

/// What nobody asked for by name is at fault only if something is wrong with it: absent hardware is normal.
bool at_fault(const Backend& backend) {
  return backend.status() == Status::blocked || backend.status() == Status::broken ||
         backend.status() == Status::failed;
}

class Check {
 public:
  explicit Check(const GlobalOptions& options) : options_(options), loader_(options.discover(Inspection::symbols)) {}

  int run(const std::vector<std::string>& names) {
    if (names.empty())
      check_all();
    else
      for (const std::string& name : names) check_named(name);
    if (options_.json) print_json(names.empty());
    if (code_ != as_asked) return code_;
    return names.empty() && !loader_.invalid_manifests().empty() ? manifest_invalid : as_asked;
  }

 private:
  void show(const Backend& backend) {
    documents_.push_back(to_json(backend));
    if (options_.json) return;
    print(std::string(backend.name()) + ": " + std::string(to_string(backend.status())) + "\n");
    print_findings(backend.findings());
  }

  void print_json(bool all) {
    std::vector<std::string> manifests, findings;
    if (all) {
      for (const ManifestReport& manifest : loader_.invalid_manifests()) manifests.push_back(to_json(manifest));
      for (const Finding& found : loader_.findings()) findings.push_back(to_json(found));
    }
    print(json_document({{"backends", documents_}, {"manifests", manifests}, {"findings", findings}}));
  }

  void check_all() {
    for (const Backend& backend : loader_.backends()) {
      if (backend.status() == Status::shadowed || backend.status() == Status::disabled) continue;
      show(backend);
      if (at_fault(backend)) code_ = backend_unusable;
    }
    if (options_.json) return;
    for (const ManifestReport& manifest : loader_.invalid_manifests()) print_findings(manifest.findings);
    print_findings(loader_.findings(), stderr);
  }

  void check_named(const std::string& name) {
    const auto backend = loader_.find(name);
    if (!backend || !usable(*backend)) code_ = backend_unusable;
    if (!backend) {
      const Finding unknown = finding(loader_.unknown(name));
      return print_findings({&unknown, 1}, stderr);
    }
    for (const Backend& candidate : loader_.backends())
      if (candidate.name() == name) show(candidate);
  }

  const GlobalOptions& options_;
  Loader loader_;
  std::vector<std::string> documents_;
  int code_ = as_asked;
};

}  // namespace

Run configure_check(CLI::App& app, const GlobalOptions& options) {
  const auto names = std::make_shared<std::vector<std::string>>();
  app.add_option("NAME", *names, "the backends' names; all, if none is given")->type_name("");
  return [&options, names] { return Check(options).run(*names); };
}

}  // namespace accelloader::cli
