#include "loader/loader_state.hpp"

#include <algorithm>
#include <chrono>

#include "diagnostics/spelling.hpp"
#include "loader/load_gate.hpp"
#include "loader/load_plugin.hpp"
#include "loader/machine_report.hpp"
#include "loader/probe.hpp"
#include "platform/log.hpp"

namespace accelloader {
namespace {

/// What is told to whoever uses the backend. It has the code and the place of its first cause.
Error cannot_be_used(std::string_view name, std::vector<Error> causes) {
  const ErrorCode code = causes.front().code();
  const bool tried = stage_of(code) >= Stage::open;
  Error error(code, "backend `" + std::string(name) +
                        (tried ? "` could not be loaded" : "` is known but cannot be used on this machine"));
  if (const auto& where = causes.front().location()) error.at(*where);
  for (Error& cause : causes) error.caused_by(std::move(cause));
  return error;
}

}  // namespace

Loader::State::State(LoaderOptions options)
    : context_(loader::completed(std::move(options))), view_(std::make_shared<const loader::MachineView>(context_)) {}

std::shared_ptr<const loader::MachineView> Loader::State::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

Loader::State::Outcome Loader::State::outcome(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = outcomes_.find(name);
  return found == outcomes_.end() ? Outcome() : found->second;
}

std::optional<Result<Plugin>> Loader::State::remembered(std::string_view name) const {
  const Outcome known = outcome(name);
  if (known.plugin) {
    if (auto error = known.plugin->left_behind()) return std::move(*error);
    return Plugin(known.plugin);
  }
  if (known.failure) return known.failure->clone();
  return std::nullopt;
}

Error Loader::State::unknown(std::string_view name) const {
  const auto names = view()->names();
  Error error(ErrorCode::backend_unknown, "no manifest describes a backend `" + std::string(name) + "`");
  if (const auto meant = diagnostics::nearest(name, names); !meant.empty())
    error.help("did you mean `" + std::string(meant) + "`?");
  return error;
}

MachineReport Loader::State::machine() const { return loader::report_machine(context_, view()->catalog()); }

Error Loader::State::belongs_to_root(std::string_view name) const {
  return Error(ErrorCode::kind_not_loadable,
               "backend `" + std::string(name) + "` belongs to `" + context_.root + "`, which is judged and not used");
}

int Loader::State::longest_wait(std::string_view name) const {
  int seconds = LoadSettings().timeout_seconds;
  for (const auto* candidate : view()->named(name))
    if (const Descriptor* descriptor = candidate->descriptor())
      seconds = std::max(seconds, descriptor->load.timeout_seconds);
  return seconds;
}

Result<Plugin> Loader::State::load(std::string_view name) {
  if (auto known = remembered(name)) return std::move(*known);
  return load_now(name);
}

Result<Plugin> Loader::State::load_now(std::string_view name) {
  if (view()->named(name).empty()) return unknown(name);
  auto turn = loader::LoadTurn::take(std::string(name), std::chrono::seconds(longest_wait(name)));
  if (!turn) return std::move(turn).error();
  if (auto known = remembered(name)) return std::move(*known);  // by the thread that had its turn before
  Outcome outcome = try_candidates(name);
  if (outcome.failure) platform::log().warn("{}", outcome.failure->message());
  {
    const std::lock_guard lock(mutex_);
    outcomes_.insert_or_assign(std::string(name), outcome);
  }
  return *remembered(name);
}

Loader::State::Outcome Loader::State::try_candidates(std::string_view name) {
  const auto failed = [](Error error) { return Outcome{nullptr, std::make_shared<const Error>(std::move(error)), {}}; };
  const auto view = this->view();
  const auto candidates = view->named(name);
  if (candidates.empty()) return failed(unknown(name));  // retry() may have found its manifest gone
  if (!context_.this_machine()) return failed(belongs_to_root(name));
  std::vector<Error> causes;
  for (const auto* candidate : candidates) {
    const loader::Verdict& verdict = candidate->placed();
    if (!verdict.usable()) {
      causes.push_back(verdict.reason()->clone());
      continue;
    }
    if (candidate->descriptor()->load.probe_first) {
      auto findings = probe_candidate(*candidate, std::chrono::milliseconds(0));
      // A plugin that was to be probed and could not be is not loaded on trust.
      const auto failure =
          std::ranges::find_if(findings, [](const Finding& found) { return found.severity != Severity::note; });
      if (failure != findings.end()) {
        causes.push_back(std::move(failure->error));
        continue;
      }
    }
    auto plugin = loader::load_plugin(*candidate->descriptor(), verdict.library->path);
    if (plugin) return {std::move(plugin).value(), nullptr, candidate->reading().source.path};
    causes.push_back(std::move(plugin).error());
    // Once a plugin's code has run, another one for the same device would meet what it left behind.
    if (stage_of(causes.back().code()) > Stage::open) break;
  }
  return failed(cannot_be_used(name, std::move(causes)));
}

Result<Plugin> Loader::State::retry(std::string_view name) {
  {
    auto turn = loader::LoadTurn::take(std::string(name), std::chrono::seconds(longest_wait(name)));
    if (!turn) return std::move(turn).error();
    if (outcome(name).plugin) return *remembered(name);
    look_again(name);
  }
  return load(name);
}

std::vector<Finding> Loader::State::probe_candidate(const loader::Candidate& candidate,
                                                    std::chrono::milliseconds limit) const {
  const Descriptor& descriptor = *candidate.descriptor();
  if (limit.count() == 0) limit = std::chrono::seconds(descriptor.load.timeout_seconds);
  return loader::probe_plugin(descriptor, candidate.placed().library->path, limit, context_.probe_program);
}

std::vector<Finding> Loader::State::probe(std::string_view name, std::chrono::milliseconds limit) {
  const auto view = this->view();
  const auto candidates = view->named(name);
  const auto one = [](Error error) {
    std::vector<Finding> findings;
    findings.push_back(finding(std::move(error)));
    return findings;
  };
  if (candidates.empty()) return one(unknown(name));
  if (!context_.this_machine()) return one(belongs_to_root(name));
  const loader::Candidate* candidate = loader::MachineView::pick(candidates);
  if (!candidate->verdict().usable()) return one(candidate->verdict().reason()->clone());
  auto probe =
      std::make_shared<const Probe>(Probe{candidate->reading().source.path, probe_candidate(*candidate, limit)});
  {
    const std::lock_guard lock(mutex_);
    probes_.insert_or_assign(std::string(name), probe);
  }
  std::vector<Finding> copies;
  for (const Finding& found : probe->findings) copies.push_back(found.clone());
  return copies;
}

std::shared_ptr<const Loader::State::Probe> Loader::State::last_probe(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = probes_.find(name);
  return found == probes_.end() ? nullptr : found->second;
}

void Loader::State::look_again(std::string_view name) {
  auto fresh = std::make_shared<const loader::MachineView>(context_);
  const std::lock_guard lock(mutex_);
  view_ = std::move(fresh);
  if (const auto found = outcomes_.find(name); found != outcomes_.end()) outcomes_.erase(found);
  if (const auto found = probes_.find(name); found != probes_.end()) probes_.erase(found);
}

}  // namespace accelloader
