#include "platform/path_trust.hpp"

#include <algorithm>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/file.hpp"
#include "platform/owner.hpp"

namespace accelloader::platform {
namespace {

constexpr int most_links = 40;  // as the kernel allows

/// In a folder with the sticky bit, as /tmp is, nobody replaces what is somebody else's.
bool others_may_not_replace(const FileState& state) { return state.folder() && (state.mode & S_ISVTX) != 0; }

/// Who may change the file; empty if it is root or this user alone. The mode of a link says nothing.
std::string who_may_change(const FileState& state, bool link) {
  if (state.owner != 0 && state.owner != geteuid()) return "belongs to the user " + user_name(state.owner);
  if (link || others_may_not_replace(state)) return {};
  if ((state.mode & S_IWOTH) != 0) return "can be changed by everybody";
  if ((state.mode & S_IWGRP) != 0 && state.group != 0 && !is_private_group(state.group, state.owner))
    return "can be changed by the group " + group_name(state.group);
  return {};
}

std::optional<std::string> doubt(const std::string& path, const FileState& state, bool link) {
  const std::string who = who_may_change(state, link);
  if (who.empty()) return std::nullopt;
  return "`" + path + "` " + who + " (" + access_text(state) + ")";
}

void add(std::vector<std::string>& doubts, std::vector<std::string> more) {
  for (std::string& one : more)
    if (std::ranges::find(doubts, one) == doubts.end()) doubts.push_back(std::move(one));
}

}  // namespace

PathTrust::Step PathTrust::step(std::string_view path, int links) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  if (const auto seen = seen_.find(path); seen != seen_.end()) return seen->second;
  Step found;
  if (path == root_ || path == "/") {
    found.real = path;
    if (const auto state = file_state(found.real); root_ == "/" && state)
      if (auto one = doubt(found.real, *state, false)) found.doubts.push_back(std::move(*one));
  } else if (const auto slash = path.rfind('/'); slash != std::string_view::npos) {
    Step parent = step(path.substr(0, std::max<std::size_t>(slash, 1)), links);
    if (!parent.real.empty()) found = look(parent.real, path.substr(slash + 1), links);
    add(parent.doubts, std::move(found.doubts));
    found.doubts = std::move(parent.doubts);
  }
  seen_.emplace(path, found);
  return found;
}

PathTrust::Step PathTrust::look(std::string_view parent, std::string_view name, int links) {
  if (name == ".") return {std::string(parent), {}};
  if (name == "..") return step(parent.substr(0, std::max<std::size_t>(parent.rfind('/'), 1)), links);
  const std::string path = (parent == "/" ? "" : std::string(parent)).append("/").append(name);
  const auto state = link_state(path);
  if (!state) return {};
  Step found{path, {}};
  const bool link = S_ISLNK(state->mode);
  if (auto one = doubt(path, *state, link)) found.doubts.push_back(std::move(*one));
  if (!link) return found;
  const std::string target = link_target(path);
  if (target.empty() || links == most_links) return {};
  Step behind = step(target.front() == '/' ? target : std::string(parent).append("/").append(target), links + 1);
  add(found.doubts, std::move(behind.doubts));
  found.real = std::move(behind.real);
  return found;
}

}  // namespace accelloader::platform
