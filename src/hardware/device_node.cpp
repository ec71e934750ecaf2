#include "hardware/device_node.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <unistd.h>
#include <utility>

#include "platform/file.hpp"
#include "platform/owner.hpp"

namespace accelloader::hardware {
namespace {

// A device is read and written; the effective user is the one who will open it.
bool may_open(const std::string& path) { return faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) == 0; }

/// The paths that match, without the root.
std::vector<std::string> matching(const std::string& root, const std::string& pattern) {
  const auto slash = pattern.rfind('/');
  const std::string folder = pattern.substr(0, slash + 1), name = pattern.substr(slash + 1);
  if (name.find_first_of("*?[") == std::string::npos) return {pattern};
  std::vector<std::string> paths;
  for (const std::string& candidate : platform::list_folder(platform::below_root(root, folder)).names)
    if (fnmatch(name.c_str(), candidate.c_str(), FNM_PERIOD) == 0) paths.push_back(folder + candidate);
  return paths;
}

}  // namespace

std::vector<DeviceNode> find_device_nodes(const std::string& root, const std::string& pattern) {
  std::vector<DeviceNode> nodes;
  for (std::string& path : matching(root, pattern)) {
    const std::string real = platform::below_root(root, path);
    const auto state = platform::file_state(real);
    if (!state || state->folder()) continue;
    DeviceNode node{.path = std::move(path), .accessible = may_open(real), .access_text = {}, .group = {}};
    node.group_id = state->group;
    constexpr mode_t read_and_write = 060;
    node.group_may_open = (state->mode & read_and_write) == read_and_write;
    if (!node.accessible) {
      node.group = platform::group_name(state->group);
      node.access_text = platform::access_text(*state);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

std::vector<DanglingNode> find_dangling_nodes(const std::string& root, const std::string& pattern) {
  std::vector<DanglingNode> nodes;
  for (std::string& path : matching(root, pattern)) {
    if (platform::file_state(platform::below_root(root, path))) continue;
    const auto slash = path.rfind('/');
    const std::string link = platform::below_root(root, path.substr(0, slash)) + path.substr(slash);
    if (std::string target = platform::link_target(link); !target.empty())
      nodes.push_back({std::move(path), std::move(target)});
  }
  return nodes;
}

}  // namespace accelloader::hardware
