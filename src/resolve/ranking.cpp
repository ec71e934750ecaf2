#include "resolve/ranking.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace accelloader::resolve {
namespace {

using manifest::Reading;

int priority(const Reading& reading) {
  return reading.validation.descriptor ? reading.validation.descriptor->priority : 0;
}

auto key(const Reading& reading) {
  return std::make_tuple(std::string_view(reading.validation.name), !reading.validation.descriptor, -priority(reading),
                         reading.source.rank, std::string_view(reading.source.path));
}

}  // namespace

void sort_best_first(std::vector<Reading>& readings) {
  std::ranges::sort(readings, [](const Reading& left, const Reading& right) { return key(left) < key(right); });
}

std::vector<Finding> drop_duplicates(std::vector<Reading>& readings) {
  std::vector<Finding> findings;
  std::map<platform::FileIdentity, std::string> seen;
  std::erase_if(readings, [&](const Reading& reading) {
    if (!reading.identity) return false;
    const auto [first, added] = seen.try_emplace(*reading.identity, reading.source.path);
    if (added) return false;
    findings.push_back(note(Error(ErrorCode::manifest_duplicate, "`" + reading.source.path + "` is the same file as `" +
                                                                     first->second + "`, and is read once")
                                .note("searched as " + reading.source.reason)));
    return true;
  });
  return findings;
}

Error shadowed_by(const Reading& winner, const Reading& loser) {
  std::string why;
  if (priority(winner) != priority(loser))
    why = "its priority " + std::to_string(priority(winner)) + " is above " + std::to_string(priority(loser));
  else if (winner.source.rank != loser.source.rank)
    why = "its folder comes first in the search path (" + winner.source.reason + ")";
  else
    why = "its name comes first in the folder";
  return Error(ErrorCode::backend_shadowed, "`" + winner.source.path + "` is used in its place: " + why);
}

}  // namespace accelloader::resolve
