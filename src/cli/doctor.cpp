// `accelloader doctor`: the whole machine, and what to do first.
#include <algorithm>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include <accelloader/render.hpp>
#include <accelloader/version.hpp>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"
#include "diagnostics/text.hpp"

namespace accelloader::cli {
namespace {

/// One thing that keeps something from working.
struct Task {
  std::string what;  ///< "npu: 2 needed libraries are missing (A0512)"
  std::string help;  ///< what to do about it, where somebody knows
};

const Error* first_error(std::span<const Finding> findings) {
  const auto found = std::ranges::find(findings, Severity::error, &Finding::severity);
  return found == findings.end() ? nullptr : &found->error;
}

/// An error that only collects others tells less than they do.
std::string help_of(const Error& error) {
  if (!error.help().empty()) return std::string(error.help());
  for (const Error& cause : error.causes())
    if (std::string help = help_of(cause); !help.empty()) return help;
  return {};
}

/// What is wrong comes before what is only blocked; absent hardware is normal, and nothing to do about.
int urgency(Status status) {
  switch (status) {
    case Status::broken:
    case Status::failed: return 0;
    case Status::blocked: return 1;
    default: return 2;
  }
}

class Doctor {
 public:
  explicit Doctor(const GlobalOptions& options)
      : options_(options),
        loader_(options.discover(Inspection::packages)),
        machine_(loader_.machine()),
        backends_(loader_.backends()),
        invalid_(loader_.invalid_manifests()),
        findings_(loader_.findings()) {
    find_tasks();
  }

  int run() const {
    if (options_.json)
      print_json();
    else
      print_text();
    if (any_error(findings_)) return wrong_usage;
    if (!invalid_.empty()) return manifest_invalid;
    return tasks_.empty() ? as_asked : backend_unusable;
  }

 private:
  void add_task(const std::string& subject, const Error& error) {
    tasks_.push_back(
        {subject + ": " + std::string(error.message()) + " (" + to_string(error.code()) + ")", help_of(error)});
  }

  void find_tasks() {
    for (const Finding& found : findings_)
      if (found.severity == Severity::error) add_task("search path", found.error);
    for (const ManifestReport& manifest : invalid_)
      if (const Error* error = first_error(manifest.findings)) add_task(manifest.source.path, *error);
    for (const int wanted : {0, 1})
      for (const Backend& backend : backends_)
        // Without a descriptor its manifest is invalid, and has been told of.
        if (backend.descriptor() && backend.reason() && urgency(backend.status()) == wanted)
          add_task(std::string(backend.name()), *backend.reason());
  }

  void print_json() const {
    using Json = nlohmann::ordered_json;
    Json document = Json::parse(to_json(loader_));
    document["machine"] = Json::parse(to_json(machine_));
    document["to_do"] = Json::array();
    for (const Task& task : tasks_)
      document["to_do"].push_back({{"what", task.what}, {"help", task.help.empty() ? Json(nullptr) : Json(task.help)}});
    print(document.dump(2) + "\n");
  }

  void print_text() const {
    print_machine();
    print_search_path();
    print_variables();
    print_libtorch();
    print_backends();
    print_tasks();
  }

  static void heading(const char* text) { print(std::string("\n") + text + "\n"); }
  static void print_table(const Table& table) { print(table.text(width_of(stdout), color_of(stdout))); }

  void print_machine() const {
    std::string line = "accelloader " + std::string(version());
    const char* before = " on ";
    for (const std::string& part : {machine_.system, machine_.kernel, machine_.architecture, machine_.c_library}) {
      if (part.empty()) continue;
      line += before + part;
      before = ", ";
    }
    if (!machine_.container.empty()) line += ", in a container (" + machine_.container + ")";
    print(diagnostics::printable(line) + "\n");
  }

  void print_search_path() const {
    Table table({"RANK", "MANIFESTS", "STATE", "PLACE", "REASON"});
    for (const SearchedPlace& place : machine_.search_path)
      table.add({{std::to_string(place.rank)},
                 {std::to_string(place.manifests)},
                 {place.state},
                 {place.path},
                 {place.reason}});
    heading("search path");
    print_table(table);
    print_findings(findings_);
    for (const ManifestReport& manifest : invalid_) print_findings(manifest.findings);
  }

  void print_variables() const {
    heading("environment");
    if (machine_.variables.empty()) return print("no variable that is set counts\n");
    Table table({"VARIABLE", "HONOURED", "WHY", "VALUE"});
    for (const VariableReport& variable : machine_.variables)
      table.add({{variable.name}, {variable.honoured ? "yes" : "no"}, {variable.effect}, {variable.value}});
    print_table(table);
  }

  void print_libtorch() const {
    heading("libtorch");
    if (machine_.libtorch.empty()) {
      print("none was found\n");
    } else {
      Table table({"VERSION", "FOUND BY", "LIBRARY"});
      for (const LibtorchReport& one : machine_.libtorch)
        table.add({{one.version.empty() ? "unknown" : one.version}, {one.rule}, {one.library}});
      print_table(table);
    }
    print(machine_.border.empty() ? "accelloader::torch is not installed with this program\n"
                                  : "accelloader::torch is " + diagnostics::printable(machine_.border) + "\n");
  }

  void print_backends() const {
    heading("back ends");
    if (backends_.empty()) print("no manifest describes a backend here\n");
    for (const Backend& backend : backends_) {
      print(std::string(backend.name()) + ": " + std::string(to_string(backend.status())) + " (" +
            diagnostics::printable(backend.manifest().path) + ")\n");
      if (backend.descriptor()) print_findings(backend.findings());  // the others are told of above
    }
  }

  void print_tasks() const {
    heading("what to do first");
    if (tasks_.empty()) print("nothing: what is not ready has no hardware here, or is not wanted\n");
    std::size_t number = 0;
    for (const Task& task : tasks_) {
      const std::string mark = std::to_string(++number) + ". ";
      print(mark + diagnostics::printable(task.what, mark.size()) + "\n");
      if (!task.help.empty())
        print(std::string(mark.size(), ' ') + "help: " + diagnostics::printable(task.help, mark.size() + 6) + "\n");
    }
  }

  const GlobalOptions& options_;
  Loader loader_;
  MachineReport machine_;
  std::vector<Backend> backends_;
  std::vector<ManifestReport> invalid_;
  std::vector<Finding> findings_;
  std::vector<Task> tasks_;
};

}  // namespace

Run configure_doctor(CLI::App&, const GlobalOptions& options) {
  return [&options] { return Doctor(options).run(); };
}

}  // namespace accelloader::cli
