// "did you mean": the candidate nearest to a name that nothing has.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace accelloader::diagnostics {

/// How many insertions, deletions, replacements and swaps of neighbours lead from one to the other.
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The candidate that `name` is most likely a misspelling of; empty if none is near enough (a third of the length).
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

/// "`kind` or `name`" and "`a`, `b` or `c`": names as a person would list them.
std::string listed(std::span<const std::string_view> names);

}  // namespace accelloader::diagnostics
