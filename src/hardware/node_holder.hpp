// Who has a device node open: some may be opened once, and then `busy` is all that the next one hears.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace accelloader::hardware {

struct NodeHolder {
  std::string process;  ///< its number
  std::string command;  ///< as the kernel has it, 15 bytes at most; may be empty
  std::string user;
};

/// Empty if no process has that number.
std::optional<NodeHolder> find_process(const std::string& root, const std::string& number);

/// The other processes below `root`/proc that have the node open, by what their descriptors lead to: the node itself is
/// not opened. Those of other users cannot be looked at unless this one may.
std::vector<NodeHolder> find_holders(const std::string& root, const std::string& node);

}  // namespace accelloader::hardware
