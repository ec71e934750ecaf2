// Whose a file is, for people.
#pragma once

#include <string>

#include "platform/file.hpp"

namespace accelloader::platform {

/// The name, or the number of one that has none.
std::string user_name(uid_t id);
std::string group_name(gid_t id);

/// "owner root, group render, mode 660".
std::string access_text(const FileState& state);

/// Whether the group is the user's own and has nobody else in it, as many systems give one to each user.
bool is_private_group(gid_t id, uid_t user);

/// Whether the system's database of groups has the user in the group; a process that is older than that has it not.
bool is_member(uid_t user, gid_t group);

}  // namespace accelloader::platform
