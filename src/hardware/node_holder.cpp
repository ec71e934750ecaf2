#include "hardware/node_holder.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/file.hpp"
#include "platform/owner.hpp"

namespace accelloader::hardware {
namespace {

/// What makes two paths lead to one device; a file that is none stands for itself.
struct DeviceIdentity {
  mode_t type;
  dev_t device;
  ino_t inode;

  friend bool operator==(const DeviceIdentity&, const DeviceIdentity&) = default;
};

/// stat() looks through a descriptor's link, and opens nothing.
std::optional<DeviceIdentity> identity_of(const std::string& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  const mode_t type = found.st_mode & S_IFMT;
  if (type == S_IFCHR || type == S_IFBLK) return DeviceIdentity{type, found.st_rdev, 0};
  return DeviceIdentity{type, found.st_dev, found.st_ino};
}

NodeHolder described(const std::string& process, const std::string& folder) {
  const auto state = platform::file_state(folder);
  return {.process = process,
          .command = platform::read_line(folder + "/comm"),
          .user = state ? platform::user_name(state->owner) : std::string()};
}

class HolderSearch {
 public:
  HolderSearch(const std::string& root, const std::string& node)
      : root_(root), node_(identity_of(platform::below_root(root, node))) {}

  std::vector<NodeHolder> run() const {
    std::vector<NodeHolder> holders;
    if (!node_) return holders;
    const std::string all = platform::below_root(root_, "/proc");
    const std::string self = root_ == "/" ? std::to_string(getpid()) : std::string();
    for (const std::string& process : platform::list_folder(all).names) {
      const auto is_digit = [](unsigned char byte) { return std::isdigit(byte) != 0; };
      if (!std::ranges::all_of(process, is_digit) || process == self) continue;
      const std::string folder = all + "/" + process;
      if (holds(folder + "/fd")) holders.push_back(described(process, folder));
    }
    return holders;
  }

 private:
  bool holds(const std::string& folder) const {
    const auto descriptors = platform::list_folder(folder).names;
    return std::ranges::any_of(descriptors, [&](const std::string& descriptor) {
      // Most are sockets and pipes, whose links are no paths.
      const std::string target = platform::link_target(folder + "/" + descriptor);
      if (!target.starts_with('/')) return false;
      // In a tree that is judged the links are no more than text.
      return identity_of(root_ == "/" ? folder + "/" + descriptor : platform::below_root(root_, target)) == node_;
    });
  }

  const std::string& root_;
  const std::optional<DeviceIdentity> node_;
};

}  // namespace

std::optional<NodeHolder> find_process(const std::string& root, const std::string& number) {
  const std::string folder = platform::below_root(root, "/proc/" + number);
  if (number.empty() || !platform::file_state(folder)) return std::nullopt;
  return described(number, folder);
}

std::vector<NodeHolder> find_holders(const std::string& root, const std::string& node) {
  return HolderSearch(root, node).run();
}

}  // namespace accelloader::hardware
