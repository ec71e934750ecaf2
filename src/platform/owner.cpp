#include "platform/owner.hpp"

#include <grp.h>
#include <pwd.h>

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

}  // namespace accelloader::platform
