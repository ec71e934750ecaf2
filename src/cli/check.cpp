// `accelloader check [NAME...]`: can they be used? All findings; no plugin is opened, but by --probe in a process of
// its own.
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

struct CheckOptions {
  std::vector<std::string> names;
  bool probe = false;
  int timeout_seconds = 0;  ///< 0: what the manifest says
};

class Check {
 public:
  explicit Check(const GlobalOptions& options) : options_(options), loader_(options.discover(Inspection::symbols)) {}

  void probe(const CheckOptions& what) {
    for (const Backend& backend : loader_.backends()) {
      if (backend.status() != Status::ready) continue;
      if (!what.names.empty() && std::ranges::count(what.names, backend.name()) == 0) continue;
      const auto findings = loader_.probe(backend.name(), std::chrono::seconds(what.timeout_seconds));
      // What could not be probed has not passed, though nothing is said against it.
      if (std::ranges::any_of(findings, [](const Finding& found) { return found.severity != Severity::note; }))
        code_ = backend_unusable;
    }
  }

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
  const auto what = std::make_shared<CheckOptions>();
  app.add_option("NAME", what->names, "the backends' names; all, if none is given")->type_name("");
  CLI::Option* probe =
      app.add_flag("--probe", what->probe, "also load each plugin that is ready, in a process of its own");
  app.add_option("--timeout", what->timeout_seconds, "how many seconds a probe may take")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86400))
      ->needs(probe);
  return [&options, what] {
    if (what->probe && options.root != "/") {
      std::fputs("accelloader: --probe runs plugins on this machine, and --root judges another one\n", stderr);
      return static_cast<int>(wrong_usage);
    }
    Check check(options);
    if (what->probe) check.probe(*what);
    return check.run(what->names);
  };
}

}  // namespace accelloader::cli
