// Back ends whose libraries are one file, or copies of one: a plugin that is loaded twice registers twice.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include <accelloader/finding.hpp>

#include "loader/candidate.hpp"

namespace accelloader::loader {

/// Compares what files there are, by identity and then, where two have one size, by content. Does not change.
class Duplicates {
 public:
  /// The candidates must outlive the object.
  explicit Duplicates(const std::deque<Candidate>& candidates);

  /// A warning for each one before `candidate` whose library is the same. A library that is opened for several names by
  /// an application (Kind::library) is nothing to warn of.
  std::vector<Finding> of(const Candidate& candidate) const;

 private:
  std::multimap<const Candidate*, Finding> findings_;
};

}  // namespace accelloader::loader
