// The machine and its manifests as one look found them.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hardware/machine.hpp"
#include "loader/candidate.hpp"
#include "loader/catalog.hpp"
#include "loader/duplicates.hpp"

namespace accelloader::loader {

/// Made by one scan, judged piece by piece as it is asked, replaced as a whole by retry(). Shared by those who still
/// read it. May be used from several threads.
class MachineView {
 public:
  /// `context` must outlive the view.
  explicit MachineView(const Context& context);

  const Catalog& catalog() const noexcept { return catalog_; }
  const std::deque<Candidate>& candidates() const noexcept { return candidates_; }
  /// The candidates of one name, from the best to the worst.
  std::vector<const Candidate*> named(std::string_view name) const;
  /// The best of them that can be used, else the best that is not disabled, else the best. Null if there is none.
  static const Candidate* pick(std::span<const Candidate* const> candidates);
  /// What it has in common with those before it; nothing, unless the context asks for a close look.
  std::vector<Finding> duplicates_of(const Candidate& candidate) const;
  /// No name twice.
  std::vector<std::string_view> names() const;

 private:
  Catalog catalog_;
  hardware::Machine machine_;
  std::deque<Candidate> candidates_;  // they cannot be moved
  const Context& context_;
  mutable std::once_flag compared_once_;
  mutable std::optional<Duplicates> duplicates_;
};

}  // namespace accelloader::loader
