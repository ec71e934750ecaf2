// What is known of the machine (or of the tree that is judged instead), each part read when it is first asked for.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hardware/container.hpp"
#include "hardware/device_node.hpp"
#include "hardware/node_holder.hpp"
#include "hardware/pci.hpp"

namespace accelloader::hardware {

/// One look at the machine: answers do not change while it lives. May be used from several threads.
class Machine {
 public:
  explicit Machine(std::string root) : root_(std::move(root)) {}

  const PciBus& pci();
  const std::vector<DeviceNode>& device_nodes(const std::string& pattern);
  bool kernel_module_loaded(const std::string& name) const;
  /// The other processes that have the node open.
  const std::vector<NodeHolder>& holders(const std::string& node);
  /// Of what kind the container is that this machine is; empty if it is none.
  std::string container() const { return container_kind(root_); }
  const std::string& root() const noexcept { return root_; }

 private:
  std::string root_;
  std::mutex mutex_;
  std::optional<PciBus> pci_;
  std::map<std::string, std::vector<DeviceNode>> nodes_;
  std::map<std::string, std::vector<NodeHolder>> holders_;
};

}  // namespace accelloader::hardware
