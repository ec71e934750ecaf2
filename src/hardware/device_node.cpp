#include "hardware/device_node.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include "platform/file.hpp"

namespace accelloader::hardware {
namespace {

std::string user_name(uid_t id) {
  passwd entry = {}, *found = nullptr;
  char room[4096];
  return getpwuid_r(id, &entry, room, sizeof room, &found) == 0 && found ? found->pw_name : std::to_string(id);
}

std::string group_name(gid_t id) {
  group entry = {}, *found = nullptr;
  char room[4096];
  return getgrgid_r(id, &entry, room, sizeof room, &found) == 0 && found ? found->gr_name : std::to_string(id);
}

std::string octal(mode_t mode) {
  std::string text;
  for (int shift = 6; shift >= 0; shift -= 3) text += static_cast<char>('0' + ((mode >> shift) & 7));
  return text;
}

// A device is read and written; the effective user is the one who will open it.
bool may_open(const std::string& path) { return faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) == 0; }

}  // namespace

std::vector<DeviceNode> find_device_nodes(const std::string& root, const std::string& pattern) {
  const auto slash = pattern.rfind('/');
  const std::string folder = pattern.substr(0, slash + 1), name = pattern.substr(slash + 1);
  const bool wild = name.find_first_of("*?[") != std::string::npos;
  std::vector<std::string> names = {name};
  if (wild) names = platform::list_folder(platform::below_root(root, folder)).names;

  std::vector<DeviceNode> nodes;
  for (const std::string& candidate : names) {
    if (wild && fnmatch(name.c_str(), candidate.c_str(), FNM_PERIOD) != 0) continue;
    const std::string real = platform::below_root(root, folder + candidate);
    const auto state = platform::file_state(real);
    if (!state || state->folder()) continue;
    DeviceNode node{.path = folder + candidate, .accessible = may_open(real), .access_text = {}, .group = {}};
    if (!node.accessible) {
      node.group = group_name(state->group);
      node.access_text = "owner " + user_name(state->owner) + ", group " + node.group + ", mode " + octal(state->mode);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace accelloader::hardware
