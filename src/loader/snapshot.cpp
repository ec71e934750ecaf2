#include "loader/snapshot.hpp"

#include <algorithm>

#include "loader/backend_content.hpp"
#include "resolve/ranking.hpp"

namespace accelloader::loader {
namespace {

Backend::Content content_of(const MachineView& view, const Candidate& candidate) {
  const Verdict& verdict = candidate.verdict();
  Backend::Content content{.name = candidate.name(),
                           .status = verdict.status,
                           .descriptor = candidate.reading().validation.descriptor,
                           .manifest = candidate.reading().source,
                           .library = verdict.library,
                           .device_count = verdict.device_count,
                           .hardware = verdict.hardware,
                           .shadows = {},
                           .findings = {}};
  for (const Finding& found : verdict.findings) content.findings.push_back(found.clone());
  std::ranges::move(view.duplicates_of(candidate), std::back_inserter(content.findings));
  return content;
}

class Snapshot {
 public:
  Snapshot(const MachineView& view, std::vector<const Candidate*> candidates, Loader::State::Outcome outcome,
           std::shared_ptr<const Loader::State::Probe> probe)
      : view_(view),
        candidates_(std::move(candidates)),
        outcome_(std::move(outcome)),
        probe_(std::move(probe)),
        picked_(picked()) {}

  std::vector<Backend> take() const {
    std::vector<Backend> backends;
    bool behind = false;  // the one that is taken
    for (const Candidate* candidate : candidates_) {
      Backend::Content content = content_of(view_, *candidate);
      if (candidate == picked_) {
        complete(content);
        behind =
            content.status == Status::ready || content.status == Status::loaded || content.status == Status::failed;
      } else if (behind && content.status != Status::disabled && content.descriptor) {
        content.status = Status::shadowed;
        content.findings.push_back(finding(resolve::shadowed_by(picked_->reading(), candidate->reading())));
      }
      backends.emplace_back(std::make_shared<const Backend::Content>(std::move(content)));
    }
    return backends;
  }

 private:
  const Candidate* picked() {
    for (const Candidate* candidate : candidates_)
      if (outcome_.plugin && candidate->reading().source.path == outcome_.manifest) return candidate;
    const Candidate* best = MachineView::pick(candidates_);
    if (best && best->verdict().library && !outcome_.plugin) outcome_.plugin = loaded_by_another_loader(*best);
    return best;
  }

  static std::shared_ptr<const Plugin::Content> loaded_by_another_loader(const Candidate& candidate) {
    const auto file = platform::file_state(candidate.verdict().library->path);
    return file ? loaded_plugin(candidate.name(), file->identity) : nullptr;
  }

  void complete(Backend::Content& content) const {
    if (outcome_.plugin) {
      content.status = Status::loaded;
      std::erase_if(content.findings, [](const Finding& found) { return found.severity == Severity::error; });
      if (auto error = outcome_.plugin->left_behind()) {
        content.status = Status::failed;
        content.findings.push_back(finding(std::move(*error)));
      }
    } else if (outcome_.failure && content.status == Status::ready) {
      content.status = Status::failed;
      for (const Error& cause : outcome_.failure->causes()) content.findings.push_back(finding(cause.clone()));
    }
    if (probe_ && content.manifest.path == probe_->manifest && content.status != Status::loaded) add_probe(content);
    for (const Candidate* candidate : candidates_)
      if (candidate != picked_) content.shadows.push_back(candidate->reading().source.path);
  }

  void add_probe(Backend::Content& content) const {
    for (const Finding& found : probe_->findings) {
      content.findings.push_back(found.clone());
      if (found.severity == Severity::error && content.status == Status::ready) content.status = Status::broken;
    }
  }

  const MachineView& view_;
  std::vector<const Candidate*> candidates_;
  Loader::State::Outcome outcome_;
  std::shared_ptr<const Loader::State::Probe> probe_;
  const Candidate* picked_;
};

}  // namespace

std::vector<Backend> snapshot(const Loader::State& state, const MachineView& view, std::string_view name) {
  return Snapshot(view, view.named(name), state.outcome(name), state.last_probe(name)).take();
}

Backend chosen(std::vector<Backend> candidates) {
  for (const auto wanted : {Status::loaded, Status::failed, Status::ready})
    for (Backend& candidate : candidates)
      if (candidate.status() == wanted) return candidate;
  const auto enabled =
      std::ranges::find_if(candidates, [](const Backend& one) { return one.status() != Status::disabled; });
  return enabled != candidates.end() ? *enabled : candidates.front();
}

}  // namespace accelloader::loader
