#include "hardware/driver.hpp"

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"

using namespace accelloader::hardware;
using test::FakeMachine;

namespace {

using Lines = std::vector<std::string>;

/// A machine with one function and the modules of one kernel.
struct Driven : FakeMachine {
  Driven() {
    add_pci("0000:00:01.0");
    write("sys/devices/pci0000:00/0000:00:01.0/modalias", "pci:v000019E5d0000D100sv00000000sd00000000bc12sc00i00\n");
    write("lib/modules/6.1.0/modules.alias",
          "# Aliases extracted from modules themselves.\nalias pci:v00008086d*sv*sd*bc*sc*i* other\n"
          "alias pci:v000019E5d0000D100sv*sd*bc*sc*i* npu-core\n");
    write("lib/modules/6.1.0/modules.builtin", "kernel/drivers/vfio/pci/vfio-pci.ko\n");
  }

  Lines notes() const { return driver_notes(path(), read_pci_bus(path()).functions.at(0)); }
};

}  // namespace

TEST_CASE("a driver that is bound is named") {
  const Driven machine;
  machine.make_folder("sys/bus/pci/drivers/vfio-pci");
  machine.link("sys/devices/pci0000:00/0000:00:01.0/driver", "../../../bus/pci/drivers/vfio-pci");
  CHECK(machine.notes() == Lines{"the driver `vfio-pci` is bound to it"});
}

TEST_CASE("the kernel module that claims a device is named, with what keeps it away") {
  const Driven machine;
  const std::string claims = "no driver is bound to it; the kernel module `npu_core` claims it, and ";
  CHECK(machine.notes() == Lines{claims + "is not loaded"});
  machine.write("etc/modprobe.d/local.conf", "# of ours\nblacklist npu_core\n");
  CHECK(machine.notes() == Lines{claims + "`/etc/modprobe.d/local.conf` keeps it from being loaded"});
  machine.make_folder("sys/module/npu_core");
  CHECK(machine.notes() == Lines{claims + "is loaded"});
}

TEST_CASE("a device that no module claims is told as that") {
  const Driven machine;
  machine.write("lib/modules/6.1.0/modules.alias", "alias pci:v00008086d*sv*sd*bc*sc*i* other\n");
  CHECK(machine.notes() == Lines{"no driver is bound to it, and no module of the kernel 6.1.0 claims it"});
}

TEST_CASE("nothing is claimed of a machine that does not tell") {
  const FakeMachine machine;
  machine.add_pci("0000:00:01.0");
  CHECK(driver_notes(machine.path(), read_pci_bus(machine.path()).functions.at(0)) ==
        Lines{"no driver is bound to it"});
}

TEST_CASE("a module that is built into the kernel is there, however its name is written") {
  const Driven machine;
  CHECK(built_into_kernel(machine.path(), "vfio_pci"));
  CHECK(built_into_kernel(machine.path(), "vfio-pci"));
  CHECK_FALSE(built_into_kernel(machine.path(), "vfio"));
}
