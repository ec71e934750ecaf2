#include "hardware/judge.hpp"

#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"
#include "unit/manifest/described.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader;
using namespace accelloader::hardware;
using test::FakeMachine;

namespace {

Judgement judged(const FakeMachine& files, const std::string& hardware, const std::string& more = "") {
  Machine machine(files.path());
  return judge_hardware(test::described("\"requires\": {\"hardware\": " + hardware + "}" + more), machine);
}

/// "present, 2: 2 x NPU 310".
std::string told(const Judgement& judgement) {
  constexpr const char* words[] = {"present", "absent", "blocked"};
  return std::string(words[static_cast<int>(judgement.presence)]) + ", " + std::to_string(judgement.device_count) +
         ": " + judgement.summary;
}

/// The messages, the notes and the help alone, without the place.
std::string story(const Judgement& judgement) {
  std::string text;
  for (const auto& [severity, error] : judgement.findings) {
    text +=
        std::string(to_string(severity)) + " " + to_string(error.code()) + ": " + std::string(error.message()) + "\n";
    for (const std::string& note : error.notes()) text += "  " + note + "\n";
    if (!error.help().empty()) text += "  help: " + std::string(error.help()) + "\n";
  }
  return text;
}

const std::string card_a = R"({"label": "NPU 310", "pci": {"vendor": "0x19e5", "device": "0xd100"}})";
const std::string card_b = R"({"label": "NPU 910", "pci": {"vendor": "0x19e5", "device": "0xd801"}})";
const std::string control = R"({"label": "NPU control", "device_node": "/dev/npu_control"})";

std::string any_of(const std::string& rules) { return "{\"any_of\": [" + rules + "]}"; }
std::string all_of(const std::string& rules) { return "{\"all_of\": [" + rules + "]}"; }

}  // namespace

TEST_CASE("a backend that asks for no hardware has the devices that it promises") {
  const FakeMachine files;
  Machine machine(files.path());
  CHECK(told(judge_hardware(test::described(), machine)) == "present, 1: 1 device");
  CHECK(told(judge_hardware(test::described(R"("device_count": 2, "device_label": "simulated chip")"), machine)) ==
        "present, 2: 2 simulated chips");
}

TEST_CASE("of several rules of any_of one is enough, and their devices add up") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.device = "0xd100"});
  CHECK(told(judged(files, any_of(card_a + "," + card_b))) == "present, 1: 1 x NPU 310");
  files.add_pci("0000:00:02.0", {.device = "0xd801"});
  files.add_pci("0000:00:03.0", {.device = "0xd801"});
  const Judgement judgement = judged(files, any_of(card_a + "," + card_b));
  CHECK(told(judgement) == "present, 3: 1 x NPU 310, 2 x NPU 910");
  CHECK(judgement.findings.empty());
}

TEST_CASE("rules without a label are counted by the label of the manifest") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  files.add_pci("0000:00:02.0");
  CHECK(told(judged(files, any_of(R"({"pci": {"vendor": "0x19e5"}})"), R"(, "device_label": "NPU")")) ==
        "present, 2: 2 NPUs");
  CHECK(told(judged(files, any_of(R"({"pci": {"vendor": "0x19e5"}})"))) == "present, 2: 2 devices");
}

TEST_CASE("all rules of all_of must be met, and the most numerous one counts") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  files.add_pci("0000:00:02.0");
  CHECK(told(judged(files, all_of(card_a + "," + control))) == "absent, 0: 2 x NPU 310");
  files.add_node("/dev/npu_control");
  CHECK(told(judged(files, all_of(card_a + "," + control))) == "present, 2: 2 x NPU 310, 1 x NPU control");
}

TEST_CASE("beside all_of the rules of any_of count the devices") {
  FakeMachine files;
  files.add_node("/dev/npu_control");
  files.add_pci("0000:00:01.0");
  files.add_pci("0000:00:02.0");
  CHECK(told(judged(files, "{\"any_of\": [" + card_a + "], \"all_of\": [" + control + "]}")) ==
        "present, 2: 1 x NPU control, 2 x NPU 310");
}

TEST_CASE("hardware that is absent is told with where it was looked for, at the smallest true place") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.vendor = "0x8086"});
  const Judgement judgement = judged(files, any_of(R"({"label": "NPU", "pci": {"vendor": "19e5"}})"), R"(,
  "help": {"absent": "plug it in"})");
  CHECK(told(judgement) == "absent, 0: none");
  CHECK(test::rendered(judgement.findings) ==
        "error[A0403]: no NPU on the PCI bus\n"
        "  --> npu.json:6:28\n"
        "   |\n"
        " 6 |   \"requires\": {\"hardware\": {\"any_of\": [{\"label\": \"NPU\", \"pci\": {\"vendor\": \"19e5\"}}]}},\n"
        "   |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = note: looked for 19e5:* in /sys/bus/pci/devices (1 device)\n"
        "help: plug it in\n");
}

TEST_CASE("rules of one vendor are looked for in one place") {
  const FakeMachine files;
  CHECK(story(judged(files, any_of(card_a + "," + card_b), R"(, "device_label": "NPU")")) ==
        "error A0403: no NPU on the PCI bus\n"
        "  looked for 19e5:d100, 19e5:d801 in /sys/bus/pci/devices (no such file or directory)\n");
}

TEST_CASE("a rule of every device of a vendor covers the others of that vendor") {
  const FakeMachine files;
  const std::string every = R"({"pci": {"vendor": "0x19e5"}})";
  const std::string expected =
      "error A0403: no hardware of `npu` on the PCI bus\n"
      "  looked for 19e5:* in /sys/bus/pci/devices (no such file or directory)\n";
  CHECK(story(judged(files, any_of(card_a + "," + every + "," + card_b))) == expected);
  CHECK(story(judged(files, any_of(every + "," + card_a))) == expected);
}

TEST_CASE("rules of several kinds are each told where they looked") {
  FakeMachine files;
  files.make_folder("sys/bus/pci/devices");
  CHECK(story(judged(files, any_of(control + "," + card_a + R"(,{"pci": {"vendor": "1d1d"}})"))) ==
        "error A0403: no hardware of `npu` in this machine\n"
        "  looked for 19e5:d100 in /sys/bus/pci/devices (0 devices)\n"
        "  looked for `/dev/npu_control`\n"
        "  looked for 1d1d:* in /sys/bus/pci/devices (0 devices)\n");
}

TEST_CASE("a node that does not exist is told as such") {
  const FakeMachine files;
  CHECK(story(judged(files, any_of(control))) ==
        "error A0403: no NPU control: `/dev/npu_control` does not exist\n"
        "  looked for `/dev/npu_control`\n");
}

TEST_CASE("each rule of all_of that finds nothing is told") {
  const FakeMachine files;
  const Judgement judgement = judged(files, all_of(card_a + "," + control));
  CHECK(told(judgement) == "absent, 0: none");
  CHECK(story(judgement) ==
        "error A0403: no NPU 310 on the PCI bus\n"
        "  looked for 19e5:d100 in /sys/bus/pci/devices (no such file or directory)\n"
        "error A0403: no NPU control: `/dev/npu_control` does not exist\n"
        "  looked for `/dev/npu_control`\n");
}

TEST_CASE("hardware without its driver is blocked, and not absent") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  const Judgement judgement =
      judged(files,
             any_of(R"({"label": "NPU 310", "pci": {"vendor": "0x19e5"}, "device_node": "/dev/npu0"})"
                    "," +
                    card_b),
             R"(, "help": {"blocked": "load the driver"})");
  CHECK(told(judgement) == "blocked, 0: none");
  CHECK(story(judgement) ==
        "error A0404: NPU 310 at 0000:00:01.0 is there, and its device node `/dev/npu0` is not\n"
        "  no driver is bound to it\n"
        "  help: load the driver\n");
}

TEST_CASE("the manifest's help is better than the general one, which stays where there is none") {
  FakeMachine files;
  files.add_pci("0000:00:01.0");
  const std::string rule = any_of(R"({"pci": {"vendor": "0x19e5"}, "device_node": "/dev/vfio/{iommu_group}"})");
  const std::string message =
      "error A0409: the device of `npu` at 0000:00:01.0 is in no IOMMU group, so it has no device node\n"
      "  the kernel uses no IOMMU: /sys/class/iommu has none\n";
  CHECK(story(judged(files, rule)) == message +
                                          "  help: switch the IOMMU on, in the firmware and on the kernel's command "
                                          "line (`intel_iommu=on`, `amd_iommu=on`)\n");
  CHECK(story(judged(files, rule, R"(, "help": {"blocked": "run npu-setup"})")) == message + "  help: run npu-setup\n");
}

TEST_CASE("a device that is blocked beside others that are not is a warning") {
  FakeMachine files;
  files.add_pci("0000:00:01.0", {.iommu_group = "4"});
  files.add_pci("0000:00:02.0", {.iommu_group = "5"});
  files.add_node("/dev/vfio/5");
  const Judgement judgement = judged(
      files, any_of(R"({"label": "NPU 310", "pci": {"vendor": "0x19e5"}, "device_node": "/dev/vfio/{iommu_group}"})"));
  CHECK(told(judgement) == "present, 1: 1 x NPU 310");
  CHECK(story(judgement) ==
        "warning A0404: NPU 310 at 0000:00:01.0 is there, and its device node `/dev/vfio/4` is not\n"
        "  no driver is bound to it\n");
}

TEST_CASE("a rule of all_of that is blocked blocks the backend") {
  FakeMachine files;
  files.add_node("/dev/npu_control");
  files.add_pci("0000:00:01.0");
  const Judgement judgement =
      judged(files, "{\"all_of\": [" + control +
                        R"(, {"label": "NPU 310", "pci": {"vendor": "0x19e5"}, "device_node": "/dev/npu0"}]})");
  CHECK(told(judgement) == "blocked, 0: 1 x NPU control");
}

TEST_CASE("a node that this user may not open blocks the backend") {
  FakeMachine files;
  files.add_node("/dev/npu0");
  chmod((files / "dev/npu0").c_str(), 0000);
  CHECK(test::as_other_user(files, [&] {
          const Judgement judgement = judged(files, any_of(R"({"label": "NPU 310", "device_node": "/dev/npu0"})"));
          return told(judgement) + ", " + to_string(judgement.findings.at(0).error.code());
        }) == "blocked, 0: none, A0405");
}
