#include "loader/machine_view.hpp"

#include <algorithm>

namespace accelloader::loader {

MachineView::MachineView(const Context& context)
    : catalog_(read_catalog(context)), machine_(context.root), context_(context) {
  for (const Catalog::Entry& entry : catalog_.entries) candidates_.emplace_back(entry, machine_, context);
}

std::vector<const Candidate*> MachineView::named(std::string_view name) const {
  std::vector<const Candidate*> found;
  for (const Candidate& candidate : candidates_)
    if (candidate.name() == name) found.push_back(&candidate);
  return found;
}

const Candidate* MachineView::pick(std::span<const Candidate* const> candidates) {
  if (candidates.empty()) return nullptr;
  const auto usable = std::ranges::find_if(candidates, [](const Candidate* one) { return one->verdict().usable(); });
  if (usable != candidates.end()) return *usable;
  const auto enabled = std::ranges::find_if(candidates, [](const Candidate* one) { return !one->disabled(); });
  return enabled != candidates.end() ? *enabled : candidates.front();
}

std::vector<Finding> MachineView::duplicates_of(const Candidate& candidate) const {
  if (context_.inspection < Inspection::symbols) return {};
  std::call_once(compared_once_, [this] { duplicates_.emplace(candidates_); });
  return duplicates_->of(candidate);
}

std::vector<std::string_view> MachineView::names() const {
  std::vector<std::string_view> names;
  for (const Candidate& candidate : candidates_)
    if (names.empty() || names.back() != candidate.name()) names.push_back(candidate.name());
  return names;
}

}  // namespace accelloader::loader
