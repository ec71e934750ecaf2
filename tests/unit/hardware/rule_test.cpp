#include "hardware/rule.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"
#include "unit/manifest/described.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader;
using namespace accelloader::hardware;
using test::FakeMachine;

namespace {

HardwareRule rule(std::string_view members) {
  return test::described("\"requires\": {\"hardware\": {\"any_of\": [{" + std::string(members) + "}]}}")
      .requires_.hardware.any_of.at(0);
}

RuleResult applied(const FakeMachine& files, std::string_view members) {
  Machine machine(files.path());
  return apply_rule(rule(members), "NPU 310", machine);
}

std::string obstacles(const RuleResult& result) {
  std::string text;
  for (const Error& obstacle : result.obstacles) text += render(obstacle);
  return text;
}

std::string looked_for(const FakeMachine& files, std::string_view members) {
  Machine machine(files.path());
  return looked_for(rule(members), machine);
}

const char* const by_group = R"("pci": {"vendor": "0x19e5"}, "device_node": "/dev/vfio/{iommu_group}")";

}  // namespace

TEST_CASE("a rule of PCI ids counts the functions that have them all") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.device = "0xd100", .subsystem_device = "0x0001"});
  files.add_pci("0000:00:02.0", {.device = "0xd105", .subsystem_device = "0x0002"});
  files.add_pci("0000:00:03.0", {.device = "0xd200", .subsystem_device = "0x0001"});
  files.add_pci("0000:00:04.0", {.vendor = "0x1ae0", .device = "0xd100", .subsystem_device = "0x0001"});
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5"})").usable == 3);
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5", "device": ["0xd100", "0xd105"]})").usable == 2);
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5", "subsystem_device": "0x0001"})").usable == 2);
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5", "device": "0xd100", "subsystem_device": ["1", "2"]})").usable ==
        1);
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5", "device": "0xd300"})").absent());
}

TEST_CASE("a rule of a device node alone counts the nodes") {
  FakeMachine files;
  files.add_node("/dev/npu0");
  files.add_node("/dev/npu1");
  CHECK(applied(files, R"("device_node": "/dev/npu[0-9]*")").usable == 2);
  CHECK(applied(files, R"("device_node": "/dev/dsp0")").absent());
}

TEST_CASE("a rule of both counts the nodes of hardware that is there") {
  FakeMachine files;
  files.add_node("/dev/npu0");
  files.add_node("/dev/npu1");
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5"}, "device_node": "/dev/npu*")").absent());
  files.add_pci("0000:00:01.0");
  CHECK(applied(files, R"("pci": {"vendor": "0x19e5"}, "device_node": "/dev/npu*")").usable == 2);
}

TEST_CASE("each function has the node of its IOMMU group") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.iommu_group = "4"});
  files.add_pci("0000:00:02.0", {.iommu_group = "11"});
  files.add_node("/dev/vfio/4");
  files.add_node("/dev/vfio/11");
  files.add_node("/dev/vfio/vfio");
  const RuleResult result = applied(files, by_group);
  CHECK(result.usable == 2);
  CHECK(result.obstacles.empty());
}

TEST_CASE("hardware whose node is missing is there, and is no use") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.iommu_group = "4"});
  files.add_pci("0000:00:02.0", {.iommu_group = "11"});
  files.add_node("/dev/vfio/11");
  const RuleResult result = applied(files, by_group);
  CHECK(result.usable == 1);
  CHECK_FALSE(result.absent());
  CHECK(obstacles(result) ==
        "error[A0404]: NPU 310 at 0000:00:01.0 is there, and its device node `/dev/vfio/4` is not\n"
        "   = note: no driver is bound to it\n");
}

TEST_CASE("hardware whose nodes have no number of their own is told once") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  files.add_pci("0000:00:02.0");
  const RuleResult result = applied(files, R"("pci": {"vendor": "0x19e5"}, "device_node": "/dev/npu*")");
  CHECK(result.usable == 0);
  CHECK(obstacles(result) ==
        "error[A0404]: NPU 310 at 0000:00:01.0 is there, and its device node `/dev/npu*` is not\n"
        "   = note: no driver is bound to it\n");
}

TEST_CASE("hardware without an IOMMU group has no node") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  CHECK(obstacles(applied(files, by_group)) ==
        "error[A0409]: NPU 310 at 0000:00:01.0 is in no IOMMU group, so it has no device node\n"
        "   = note: the kernel uses no IOMMU: /sys/class/iommu has none\n"
        "help: switch the IOMMU on, in the firmware and on the kernel's command line (`intel_iommu=on`, "
        "`amd_iommu=on`)\n");
}

TEST_CASE("a node that this user may not open is told with who may") {
  FakeMachine files;
  files.add_node("/dev/npu0");
  chmod((files / "dev/npu0").c_str(), 0000);
  struct stat state = {};
  REQUIRE(stat((files / "dev/npu0").c_str(), &state) == 0);
  const std::string owner = getpwuid(state.st_uid)->pw_name, group = getgrgid(state.st_gid)->gr_name;
  const std::string text = test::as_other_user(files, [&] {
    return std::to_string(geteuid()) + "|" + obstacles(applied(files, R"("device_node": "/dev/npu0")"));
  });
  const std::string user = text.substr(0, text.find('|'));
  const std::string help = group == "root" ? "" : "help: add the user to the group `" + group + "` and log in again\n";
  CHECK(text.substr(user.size() + 1) == "error[A0405]: user " + user +
                                            " may not open `/dev/npu0`, the device node of NPU 310\n"
                                            "   = note: owner " +
                                            owner + ", group " + group + ", mode 000\n" + help);
}

TEST_CASE("where a rule looked is told with ids, folder and number of devices") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  CHECK(looked_for(files, R"("pci": {"vendor": "0x1ae0", "device": ["0x005e", "0x0063"]})") ==
        "1ae0:005e, 1ae0:0063 in /sys/bus/pci/devices (1 device)");
  CHECK(looked_for(files, R"("pci": {"vendor": "0x1ae0"})") == "1ae0:* in /sys/bus/pci/devices (1 device)");
  CHECK(looked_for(files, R"("device_node": "/dev/npu*")") == "`/dev/npu*`");
}

TEST_CASE("a container without a PCI bus says so") {
  const FakeMachine files;
  CHECK(looked_for(files, R"("pci": {"vendor": "0x1ae0", "device": "0x005e"})") ==
        "1ae0:005e in /sys/bus/pci/devices (no such file or directory)");
}

TEST_CASE("a device that another process has is no use, if one alone can have it") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.iommu_group = "4"});
  files.add_pci("0000:00:02.0", {.iommu_group = "11"});
  files.add_node("/dev/vfio/4");
  files.add_node("/dev/vfio/11");
  files.write("proc/4711/comm", "python3\n");
  files.make_folder("proc/4711/fd");
  files.link("proc/4711/fd/17", "/dev/vfio/4");
  const RuleResult result = applied(files, by_group);
  CHECK(result.usable == 1);
  CHECK(obstacles(result) ==
        "error[A0408]: NPU 310 is in use: another process has `/dev/vfio/4` open\n"
        "   = note: it is process 4711, `python3`, of user root\n");
  CHECK(applied(files, std::string(by_group) + R"(, "exclusive": false)").usable == 2);
  files.add_node("/dev/npu0");
  files.link("proc/4711/fd/18", "/dev/npu0");
  CHECK(applied(files, R"("device_node": "/dev/npu0")").usable == 1);
  CHECK(applied(files, R"("device_node": "/dev/npu0", "exclusive": true)").usable == 0);
}

TEST_CASE("in a container hardware without its node was not passed in") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  files.write(".dockerenv", "");
  const std::string members = R"("pci": {"vendor": "0x19e5"}, "device_node": "/dev/npu0")";
  CHECK(obstacles(applied(files, members)) ==
        "error[A0412]: NPU 310 at 0000:00:01.0 is there, and its device node `/dev/npu0` was not passed into this "
        "docker container\nhelp: start the container with `--device /dev/npu0`\n");
}

TEST_CASE("without an IOMMU group it is told whether the kernel uses an IOMMU at all") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  files.make_folder("sys/class/iommu/dmar0");
  CHECK(obstacles(applied(files, by_group)) ==
        "error[A0409]: NPU 310 at 0000:00:01.0 is in no IOMMU group, so it has no device node\n"
        "   = note: the kernel uses an IOMMU: /sys/class/iommu has dmar0\n");
}
