#include "resolve/selection.hpp"

#include <algorithm>

#include "diagnostics/spelling.hpp"

namespace accelloader::resolve {

Selection::Selection(std::string_view text) : text_(text) {
  leaves_out_ = text.starts_with("^");
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    std::string_view name = text.substr(0, end);
    while (!name.empty() && (name.front() == ' ' || (leaves_out_ && name.front() == '^'))) name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    if (!name.empty()) names_.emplace_back(name);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool Selection::allows(std::string_view name) const {
  if (names_.empty()) return true;
  const bool named = std::ranges::find(names_, name) != names_.end();
  return named != leaves_out_;
}

std::vector<Finding> Selection::unknown_names(std::span<const std::string_view> known) const {
  std::vector<Finding> findings;
  for (const std::string& name : names_) {
    if (std::ranges::find(known, name) != known.end()) continue;
    Error error(ErrorCode::selection_unknown_backend,
                "ACCELLOADER_BACKENDS names `" + name + "`, and no manifest has that name");
    const std::string_view meant = diagnostics::nearest(name, known);
    if (!meant.empty()) error.help("did you mean `" + std::string(meant) + "`?");
    findings.push_back(finding(std::move(error)));
  }
  return findings;
}

}  // namespace accelloader::resolve
