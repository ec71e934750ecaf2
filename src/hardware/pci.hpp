// The functions on the PCI bus, as sysfs shows them. Reads files and wakes no device.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace accelloader::hardware {

/// One function, with what a first look needs: a server has hundreds, and most are of no vendor that anybody asks for.
struct PciFunction {
  std::string address;  ///< "0000:00:04.0"
  std::string folder;   ///< where its files are, the root that is judged included
  std::uint16_t vendor = 0;
};

/// The rest. Documentation/ABI/testing/sysfs-bus-pci of the Linux kernel.
struct PciIdentity {
  std::uint16_t device = 0;
  std::uint16_t subsystem_device = 0;
  std::string iommu_group;  ///< "4"; empty when the function is in none
};

struct PciBus {
  std::string folder;  ///< what was looked at: "/sys/bus/pci/devices"
  std::vector<PciFunction> functions;
  int error = 0;  ///< errno, when the folder could not be read; ENOENT: the machine has no such bus
};

PciBus read_pci_bus(const std::string& root);
PciIdentity read_identity(const PciFunction& function);

/// "1ae0:005e".
std::string pci_id_text(std::uint16_t vendor, std::uint16_t device);

}  // namespace accelloader::hardware
