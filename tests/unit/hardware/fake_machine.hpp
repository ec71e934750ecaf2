// A machine made of files, laid out as sysfs lays out the real one.
#pragma once

#include <string>
#include <string_view>

#include "support/test_folder.hpp"

namespace test {

struct PciCard {
  std::string vendor = "0x19e5";
  std::string device = "0xd100";
  std::string subsystem_device = "0x0000";
  std::string iommu_group = {};  // none
};

struct FakeMachine : TestFolder {
  void add_pci(const std::string& address, const PciCard& card = {}) const {
    const std::string folder = "sys/devices/pci0000:00/" + address;
    write(folder + "/vendor", card.vendor + "\n");
    write(folder + "/device", card.device + "\n");
    write(folder + "/subsystem_device", card.subsystem_device + "\n");
    if (!card.iommu_group.empty()) {
      make_folder("sys/kernel/iommu_groups/" + card.iommu_group);
      link(folder + "/iommu_group", "../../../kernel/iommu_groups/" + card.iommu_group);
    }
    link("sys/bus/pci/devices/" + address, "../../../devices/pci0000:00/" + address);
  }

  /// A regular file in place of a device: nobody opens it.
  void add_node(std::string_view path) const { write(path.substr(1), ""); }
};

}  // namespace test
