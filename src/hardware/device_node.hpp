// The files below /dev through which a driver offers its devices. They are looked at, never opened: opening one can
// wake a device or take it from somebody.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace accelloader::hardware {

struct DeviceNode {
  std::string path;  ///< as the machine has it, without the root that is judged
  bool accessible = false;
  std::string access_text;  ///< "owner root, group render, mode 660"; for those that are not accessible
  std::string group;
  gid_t group_id = 0;
  bool group_may_open = false;
};

/// Every node that `pattern` matches: its last part may hold `*`, `?` and `[...]`, as in a shell. Sorted.
std::vector<DeviceNode> find_device_nodes(const std::string& root, const std::string& pattern);

/// A link that leads nowhere, in place of a node.
struct DanglingNode {
  std::string path;
  std::string target;  ///< as the link has it
};

std::vector<DanglingNode> find_dangling_nodes(const std::string& root, const std::string& pattern);

}  // namespace accelloader::hardware
