#include <algorithm>

#include <accelloader/loader.hpp>

#include "loader/loader_state.hpp"
#include "loader/snapshot.hpp"
#include "manifest/read.hpp"
#include "platform/environment.hpp"

namespace accelloader {
namespace {

std::vector<Finding> clones(std::span<const Finding> findings) {
  std::vector<Finding> copies;
  for (const Finding& found : findings) copies.push_back(found.clone());
  return copies;
}

}  // namespace

bool ManifestReport::valid() const noexcept {
  return std::ranges::none_of(findings, [](const Finding& found) { return found.severity == Severity::error; });
}

Loader Loader::discover(LoaderOptions options) { return Loader(std::make_shared<State>(std::move(options))); }

bool Loader::describes(Kind kind) const {
  return std::ranges::any_of(state_->view()->candidates(), [&](const loader::Candidate& candidate) {
    return candidate.descriptor() && candidate.descriptor()->kind == kind && !candidate.disabled();
  });
}

std::vector<Backend> Loader::backends() const {
  const auto view = state_->view();
  std::vector<Backend> all;
  for (const std::string_view name : view->names())
    std::ranges::move(loader::snapshot(*state_, *view, name), std::back_inserter(all));
  return all;
}

std::optional<Backend> Loader::find(std::string_view name) const {
  auto candidates = loader::snapshot(*state_, *state_->view(), name);
  return candidates.empty() ? std::nullopt : std::optional(loader::chosen(std::move(candidates)));
}

Error Loader::unknown(std::string_view name) const { return state_->unknown(name); }

std::vector<ManifestReport> Loader::invalid_manifests() const {
  std::vector<ManifestReport> reports;
  for (const ManifestReport& report : state_->view()->catalog().invalid)
    reports.push_back({report.source, clones(report.findings)});
  return reports;
}

std::vector<Finding> Loader::findings() const { return clones(state_->view()->catalog().findings); }
std::vector<std::string> Loader::ignored_environment() const { return state_->view()->catalog().ignored_variables; }
MachineReport Loader::machine() const { return state_->machine(); }
Result<Plugin> Loader::load(std::string_view name) { return state_->load(name); }
Result<Plugin> Loader::retry(std::string_view name) { return state_->retry(name); }

std::vector<Finding> Loader::probe(std::string_view name, std::chrono::milliseconds limit) {
  return state_->probe(name, limit);
}

ManifestReport read_manifest(const std::string& path) {
  const Environment environment = &platform::environment_variable;
  manifest::Reading reading = manifest::read({{path, "named", 0}, path}, environment);
  return {std::move(reading.source), std::move(reading.validation.findings)};
}

}  // namespace accelloader
