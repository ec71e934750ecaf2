#include "hardware/rule.hpp"

#include <algorithm>
#include <cstdint>
#include <unistd.h>

#include "diagnostics/text.hpp"
#include "hardware/driver.hpp"
#include "platform/file.hpp"
#include "platform/owner.hpp"

namespace accelloader::hardware {
namespace {

constexpr std::string_view group_mark = "{iommu_group}";

/// A device that the PCI bus shows.
struct Match {
  PciFunction function;
  std::string iommu_group;
};

bool fits(const std::vector<std::uint16_t>& wanted, std::uint16_t id) {
  return wanted.empty() || std::ranges::find(wanted, id) != wanted.end();
}

std::vector<Match> matches(const PciMatch& pci, Machine& machine) {
  std::vector<Match> found;
  for (const PciFunction& function : machine.pci().functions) {
    if (function.vendor != pci.vendor) continue;
    PciIdentity identity = read_identity(function);
    if (fits(pci.devices, identity.device) && fits(pci.subsystem_devices, identity.subsystem_device))
      found.push_back({function, std::move(identity.iommu_group)});
  }
  return found;
}

Error no_group(const std::string& label, const Match& match, const std::string& root) {
  Error error(ErrorCode::iommu_group_missing,
              label + " at " + match.function.address + " is in no IOMMU group, so it has no device node");
  const auto units = platform::list_folder(platform::below_root(root, "/sys/class/iommu"));
  if (units.names.empty())
    return std::move(error)
        .note("the kernel uses no IOMMU: /sys/class/iommu has none")
        .help(
            "switch the IOMMU on, in the firmware and on the kernel's command line (`intel_iommu=on`, `amd_iommu=on`)");
  return std::move(error).note("the kernel uses an IOMMU: /sys/class/iommu has " + units.names.front());
}

Error no_node(const std::string& label, const Match& match, const std::string& pattern, Machine& machine) {
  const std::string there = label + " at " + match.function.address + " is there, and its device node `" + pattern;
  if (const std::string container = machine.container(); !container.empty()) {
    const bool named = container != "container";
    Error error(ErrorCode::device_not_in_container,
                there + "` was not passed into this " + (named ? container + " container" : container));
    if (container == "docker" || container == "podman")
      error.help("start the container with `--device " + pattern + "`");
    return error;
  }
  Error error(ErrorCode::device_node_missing, there + "` is not");
  for (std::string& note : driver_notes(machine.root(), match.function)) error.note(std::move(note));
  return error;
}

/// What would let this user open the node; empty if a group would not.
std::string help_by_group(const DeviceNode& node) {
  if (node.group == "root" || !node.group_may_open) return {};
  if (platform::is_member(geteuid(), node.group_id))
    return "log in again: the group `" + node.group + "` has the user, and this process is older than that";
  return "add the user to the group `" + node.group + "` and log in again";
}

Error forbidden(const std::string& label, const DeviceNode& node) {
  const auto user = std::to_string(geteuid());
  return Error(ErrorCode::device_node_forbidden,
               "user " + user + " may not open `" + node.path + "`, the device node of " + label)
      .note(node.access_text)
      .help(help_by_group(node));
}

Error busy(const std::string& label, const DeviceNode& node, const std::vector<NodeHolder>& holders) {
  Error error(ErrorCode::device_busy, label + " is in use: another process has `" + node.path + "` open");
  for (const NodeHolder& holder : holders)
    error.note("it is process " + holder.process + (holder.command.empty() ? "" : ", `" + holder.command + "`") +
               ", of user " + holder.user);
  return error;
}

void judge_nodes(const HardwareRule& rule, const std::vector<DeviceNode>& nodes, const std::string& label,
                 Machine& machine, RuleResult& result) {
  for (const DeviceNode& node : nodes) {
    if (!node.accessible) {
      result.obstacles.push_back(forbidden(label, node));
      continue;
    }
    const auto& holders = rule.exclusive ? machine.holders(node.path) : std::vector<NodeHolder>();
    if (holders.empty())
      ++result.usable;
    else
      result.obstacles.push_back(busy(label, node, holders));
  }
}

/// Each function has a node of its own, named by its group.
void judge_groups(const HardwareRule& rule, const std::vector<Match>& found, const std::string& label, Machine& machine,
                  RuleResult& result) {
  for (const Match& match : found) {
    if (match.iommu_group.empty()) {
      result.obstacles.push_back(no_group(label, match, machine.root()));
      continue;
    }
    std::string path = rule.device_node;
    path.replace(path.find(group_mark), group_mark.size(), match.iommu_group);
    const auto& nodes = machine.device_nodes(path);
    if (nodes.empty()) result.obstacles.push_back(no_node(label, match, path, machine));
    judge_nodes(rule, nodes, label, machine, result);
  }
}

std::string pci_looked_for(const PciMatch& pci, Machine& machine) {
  std::string ids;
  for (const std::uint16_t device : pci.devices) ids += (ids.empty() ? "" : ", ") + pci_id_text(pci.vendor, device);
  if (ids.empty()) ids = pci_id_text(pci.vendor, 0).substr(0, 5) + "*";
  const PciBus& bus = machine.pci();
  if (bus.error != 0) return ids + " in " + bus.folder + " (" + platform::error_text(bus.error) + ")";
  return ids + " in " + bus.folder + " (" + diagnostics::counted(bus.functions.size(), "device") + ")";
}

}  // namespace

RuleResult apply_rule(const HardwareRule& rule, const std::string& label, Machine& machine) {
  RuleResult result;
  if (!rule.pci) {
    judge_nodes(rule, machine.device_nodes(rule.device_node), label, machine, result);
    return result;
  }
  const std::vector<Match> found = matches(*rule.pci, machine);
  if (found.empty()) return result;
  if (rule.device_node.empty()) {
    result.usable = static_cast<int>(found.size());
  } else if (rule.device_node.find(group_mark) != std::string::npos) {
    judge_groups(rule, found, label, machine, result);
  } else {
    const auto& nodes = machine.device_nodes(rule.device_node);
    if (nodes.empty()) result.obstacles.push_back(no_node(label, found.front(), rule.device_node, machine));
    judge_nodes(rule, nodes, label, machine, result);
  }
  return result;
}

std::string looked_for(const HardwareRule& rule, Machine& machine) {
  if (rule.pci) return pci_looked_for(*rule.pci, machine);
  std::string text = "`" + rule.device_node + "`";
  for (const DanglingNode& node : find_dangling_nodes(machine.root(), rule.device_node))
    text += ", and `" + node.path + "` is a link to `" + node.target + "`, which does not exist";
  return text;
}

}  // namespace accelloader::hardware
