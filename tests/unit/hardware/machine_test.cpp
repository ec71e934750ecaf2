#include "hardware/machine.hpp"

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"

using accelloader::hardware::Machine;
using test::FakeMachine;

TEST_CASE("a machine is looked at once, so that all that is said of it fits together") {
  const FakeMachine files;
  files.add_pci("0000:00:04.0");
  files.add_node("/dev/npu0");
  Machine machine(files.path());
  CHECK(machine.pci().functions.size() == 1);
  CHECK(machine.device_nodes("/dev/npu*").size() == 1);
  files.add_pci("0000:00:05.0");
  files.add_node("/dev/npu1");
  CHECK(machine.pci().functions.size() == 1);
  CHECK(machine.device_nodes("/dev/npu*").size() == 1);
  CHECK(machine.device_nodes("/dev/npu1").size() == 1);
  CHECK(Machine(files.path()).pci().functions.size() == 2);
}

TEST_CASE("a kernel module is loaded if sysfs has it, hyphens or not") {
  const FakeMachine files;
  files.make_folder("sys/module/vfio_pci");
  const Machine machine(files.path());
  CHECK(machine.kernel_module_loaded("vfio_pci"));
  CHECK(machine.kernel_module_loaded("vfio-pci"));
  CHECK_FALSE(machine.kernel_module_loaded("vfio"));
}
