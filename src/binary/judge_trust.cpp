#include "binary/judge_trust.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "platform/path_trust.hpp"

namespace accelloader::binary {

std::vector<Finding> judge_trust(const Closure& closure, const ProcessView& process) {
  platform::PathTrust trust(process.root);
  std::vector<std::string> doubts;
  std::size_t doubted = 0;
  std::string first;
  for (const ClosureMember& member : closure.members) {
    if (member.loaded) continue;
    const auto found = trust.doubts(member.file.path);
    if (found.empty()) continue;
    if (doubted++ == 0) first = file_name(member.file.path);
    for (const std::string& one : found)
      if (std::ranges::find(doubts, one) == doubts.end()) doubts.push_back(one);
  }
  std::vector<Finding> findings;
  if (doubted == 0) return findings;
  const std::string what = doubted == 1 ? "`" + first + "` can" : std::to_string(doubted) + " libraries can";
  Error error = Error(ErrorCode::library_untrusted, what + " be changed by others than root and this user")
                    .help("take the right to write from them, or let root own it");
  for (std::string& one : doubts) error.note(std::move(one));
  findings.push_back({process.privileged ? Severity::error : Severity::warning, std::move(error)});
  return findings;
}

}  // namespace accelloader::binary
