#include "hardware/pci.hpp"

#include <charconv>
#include <cstdint>
#include <string_view>

#include "platform/file.hpp"

namespace accelloader::hardware {
namespace {

std::uint16_t read_id(const std::string& path) {
  const std::string line = platform::read_line(path);  // "0x1ae0"
  std::uint16_t id = 0;
  if (line.starts_with("0x")) std::from_chars(line.data() + 2, line.data() + line.size(), id, 16);
  return id;
}

std::string last_part(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

}  // namespace

PciBus read_pci_bus(const std::string& root) {
  PciBus bus{.folder = "/sys/bus/pci/devices", .functions = {}};
  const platform::FolderContent content = platform::list_folder(platform::below_root(root, bus.folder));
  bus.error = content.error;
  for (const std::string& address : content.names) {
    // The entries are links into /sys/devices, which an image that is judged may have as absolute ones.
    const std::string folder = platform::below_root(root, bus.folder + "/" + address);
    bus.functions.push_back({address, folder, read_id(folder + "/vendor")});
  }
  return bus;
}

PciIdentity read_identity(const PciFunction& function) {
  return {.device = read_id(function.folder + "/device"),
          .subsystem_device = read_id(function.folder + "/subsystem_device"),
          .iommu_group = last_part(platform::link_target(function.folder + "/iommu_group"))};
}

std::string pci_id_text(std::uint16_t vendor, std::uint16_t device) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint16_t id : {vendor, device}) {
    if (!text.empty()) text += ':';
    for (int shift = 12; shift >= 0; shift -= 4) text += digits[(id >> shift) & 15];
  }
  return text;
}

}  // namespace accelloader::hardware
