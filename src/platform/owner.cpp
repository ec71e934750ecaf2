#include "platform/owner.hpp"

#include <algorithm>
#include <grp.h>
#include <pwd.h>
#include <vector>

namespace accelloader::platform {
namespace {

std::string octal(mode_t mode) {
  std::string text;
  for (int shift = 6; shift >= 0; shift -= 3) text += static_cast<char>('0' + ((mode >> shift) & 7));
  return text;
}

}  // namespace

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

std::string access_text(const FileState& state) {
  return "owner " + user_name(state.owner) + ", group " + group_name(state.group) + ", mode " + octal(state.mode);
}

bool is_private_group(gid_t id, uid_t user) {
  const std::string name = user_name(user);
  group entry = {}, *found = nullptr;
  char room[4096];
  if (getgrgid_r(id, &entry, room, sizeof room, &found) != 0 || !found || found->gr_name != name) return false;
  for (char** member = found->gr_mem; *member; ++member)
    if (*member != name) return false;
  return true;
}

bool is_member(uid_t user, gid_t group) {
  passwd entry = {}, *found = nullptr;
  char room[4096];
  if (getpwuid_r(user, &entry, room, sizeof room, &found) != 0 || !found) return false;
  std::vector<gid_t> groups(1024);
  auto count = static_cast<int>(groups.size());
  if (getgrouplist(found->pw_name, found->pw_gid, groups.data(), &count) < 0) return false;
  groups.resize(static_cast<std::size_t>(count));
  return std::ranges::find(groups, group) != groups.end();
}

}  // namespace accelloader::platform
