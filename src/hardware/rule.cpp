#include "hardware/rule.hpp"

#include <algorithm>
#include <cstdint>
#include <unistd.h>

#include "diagnostics/text.hpp"
#include "platform/file.hpp"

namespace accelloader::hardware {
namespace {

constexpr std::string_view group_mark = "{iommu_group}";

/// A device that the PCI bus shows.
struct Match {
  std::string address;
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
      found.push_back({function.address, std::move(identity.iommu_group)});
  }
  return found;
}

Error no_group(const std::string& label, const Match& match) {
  return Error(ErrorCode::device_node_missing,
               label + " at " + match.address + " is in no IOMMU group, so it has no device node")
      .help("switch the IOMMU on, and bind the device to its driver");
}

Error no_node(const std::string& label, const std::string& where, const std::string& pattern) {
  return Error(ErrorCode::device_node_missing,
               label + where + " is there, and its device node `" + pattern + "` is not")
      .note("the driver is not bound to the device, or the node was not passed into this container");
}

Error forbidden(const std::string& label, const DeviceNode& node) {
  const auto user = std::to_string(geteuid());
  Error error = Error(ErrorCode::device_node_forbidden,
                      "user " + user + " may not open `" + node.path + "`, the device node of " + label)
                    .note(node.access_text);
  if (node.group != "root") error.help("add the user to the group `" + node.group + "` and log in again");
  return error;
}

void judge_nodes(const std::vector<DeviceNode>& nodes, const std::string& label, RuleResult& result) {
  for (const DeviceNode& node : nodes) {
    if (node.accessible)
      ++result.usable;
    else
      result.obstacles.push_back(forbidden(label, node));
  }
}

/// Each function has a node of its own, named by its group.
void judge_groups(const HardwareRule& rule, const std::vector<Match>& found, const std::string& label, Machine& machine,
                  RuleResult& result) {
  for (const Match& match : found) {
    if (match.iommu_group.empty()) {
      result.obstacles.push_back(no_group(label, match));
      continue;
    }
    std::string path = rule.device_node;
    path.replace(path.find(group_mark), group_mark.size(), match.iommu_group);
    const auto& nodes = machine.device_nodes(path);
    if (nodes.empty()) result.obstacles.push_back(no_node(label, " at " + match.address, path));
    judge_nodes(nodes, label, result);
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
    judge_nodes(machine.device_nodes(rule.device_node), label, result);
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
    if (nodes.empty()) result.obstacles.push_back(no_node(label, " at " + found.front().address, rule.device_node));
    judge_nodes(nodes, label, result);
  }
  return result;
}

std::string looked_for(const HardwareRule& rule, Machine& machine) {
  return rule.pci ? pci_looked_for(*rule.pci, machine) : "`" + rule.device_node + "`";
}

}  // namespace accelloader::hardware
