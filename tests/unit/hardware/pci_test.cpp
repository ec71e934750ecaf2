#include "hardware/pci.hpp"

#include <cerrno>

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"

using namespace accelloader::hardware;
using test::FakeMachine;

TEST_CASE("the bus lists its functions by address, with their vendors") {
  const FakeMachine machine;
  machine.add_pci("0000:00:05.0", {.vendor = "0x19e5"});
  machine.add_pci("0000:00:04.0", {.vendor = "0x1ae0"});
  const PciBus bus = read_pci_bus(machine.path());
  CHECK(bus.error == 0);
  CHECK(bus.folder == "/sys/bus/pci/devices");
  REQUIRE(bus.functions.size() == 2);
  CHECK(bus.functions[0].address == "0000:00:04.0");
  CHECK(bus.functions[0].vendor == 0x1ae0);
  CHECK(bus.functions[1].address == "0000:00:05.0");
  CHECK(bus.functions[1].vendor == 0x19e5);
}

TEST_CASE("a function is identified by device, subsystem and IOMMU group") {
  const FakeMachine machine;
  machine.add_pci("0000:00:04.0", {.device = "0xd801", .subsystem_device = "0x00a1", .iommu_group = "17"});
  const PciIdentity identity = read_identity(read_pci_bus(machine.path()).functions.at(0));
  CHECK(identity.device == 0xd801);
  CHECK(identity.subsystem_device == 0x00a1);
  CHECK(identity.iommu_group == "17");
}

TEST_CASE("a function without an IOMMU group has none") {
  const FakeMachine machine;
  machine.add_pci("0000:00:04.0");
  CHECK(read_identity(read_pci_bus(machine.path()).functions.at(0)).iommu_group.empty());
}

TEST_CASE("a machine without a PCI bus has no functions, and says why") {
  const FakeMachine machine;
  const PciBus bus = read_pci_bus(machine.path());
  CHECK(bus.functions.empty());
  CHECK(bus.error == ENOENT);
}

TEST_CASE("ids that cannot be read are zero, and hide no other function") {
  const FakeMachine machine;
  machine.add_pci("0000:00:01.0", {.vendor = "garbage", .device = ""});
  machine.make_folder("sys/bus/pci/devices/0000:00:02.0");
  machine.link("sys/bus/pci/devices/0000:00:03.0", "nowhere");
  machine.add_pci("0000:00:04.0");
  const PciBus bus = read_pci_bus(machine.path());
  REQUIRE(bus.functions.size() == 4);
  for (int i = 0; i < 3; ++i) {
    CHECK(bus.functions[i].vendor == 0);
    CHECK(read_identity(bus.functions[i]).device == 0);
  }
  CHECK(bus.functions[3].vendor == 0x19e5);
}

TEST_CASE("an id is told as lspci tells it") { CHECK(pci_id_text(0x1ae0, 0x5e) == "1ae0:005e"); }
