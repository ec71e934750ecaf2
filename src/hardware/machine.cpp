#include "hardware/machine.hpp"

#include "hardware/driver.hpp"
#include "platform/file.hpp"

namespace accelloader::hardware {

const PciBus& Machine::pci() {
  const std::lock_guard lock(mutex_);
  if (!pci_) pci_ = read_pci_bus(root_);
  return *pci_;
}

const std::vector<DeviceNode>& Machine::device_nodes(const std::string& pattern) {
  const std::lock_guard lock(mutex_);
  const auto [found, added] = nodes_.try_emplace(pattern);
  if (added) found->second = find_device_nodes(root_, pattern);
  return found->second;
}

const std::vector<NodeHolder>& Machine::holders(const std::string& node) {
  const std::lock_guard lock(mutex_);
  const auto [found, added] = holders_.try_emplace(node);
  if (added) found->second = find_holders(root_, node);
  return found->second;
}

// Modules that are built into the kernel appear in /sys/module too, if they have parameters or a version.
bool Machine::kernel_module_loaded(const std::string& name) const {
  const std::string folder = "/sys/module/" + module_name(name);
  return platform::file_state(platform::below_root(root_, folder)) || built_into_kernel(root_, name);
}

}  // namespace accelloader::hardware
