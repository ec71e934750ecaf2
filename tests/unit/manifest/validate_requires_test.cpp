#include "manifest/validate_requires.hpp"

#include <cstdint>

#include <catch2/catch_test_macros.hpp>

#include "unit/manifest/described.hpp"

using namespace accelloader;

namespace {

using Lines = std::vector<std::string>;
using Ids = std::vector<std::uint16_t>;

Requirements read(std::string_view members) {
  return test::described("\"requires\": {" + std::string(members) + "}").requires_;
}

Lines faults_of(std::string_view members) {
  const auto it =
      test::validated(test::manifest("npu", "torch", "libnpu.so", "\"requires\": {" + std::string(members) + "}"));
  return test::told(it.findings);
}

/// The faults of one rule of `any_of`, which starts in column 40.
Lines faults_of_rule(std::string_view rule) {
  return faults_of("\"hardware\": {\"any_of\": [" + std::string(rule) + "]}");
}

}  // namespace

TEST_CASE("a hardware rule is read with its label, its PCI ids and its device node") {
  const HardwareRequirement hardware =
      read(R"("hardware": {"any_of": [{"label": "NPU 310", "pci": {"vendor": "0x19e5", "device": ["d100", "0XD105"],
        "subsystem_device": "0x1"}, "device_node": "/dev/vfio/{iommu_group}"}, {"device_node": "/dev/npu*"}],
        "all_of": [{"pci": {"vendor": "19E5"}}]})")
          .hardware;
  REQUIRE(hardware.any_of.size() == 2);
  const HardwareRule& rule = hardware.any_of[0];
  CHECK(rule.label == "NPU 310");
  REQUIRE(rule.pci);
  CHECK(rule.pci->vendor == 0x19e5);
  CHECK(rule.pci->devices == Ids{0xd100, 0xd105});
  CHECK(rule.pci->subsystem_devices == Ids{1});
  CHECK(rule.device_node == "/dev/vfio/{iommu_group}");
  CHECK_FALSE(hardware.any_of[1].pci);
  CHECK(hardware.any_of[1].label.empty());
  REQUIRE(hardware.all_of.size() == 1);
  CHECK(hardware.all_of[0].pci->vendor == 0x19e5);
  CHECK(hardware.all_of[0].pci->devices.empty());
}

TEST_CASE("a rule knows where it stands") {
  const Descriptor npu = test::described(R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/npu"}]}})");
  CHECK(to_string(npu.locate(npu.requires_.hardware.span)) == "npu.json:6:28");
  CHECK(to_string(npu.locate(npu.requires_.hardware.any_of[0].span)) == "npu.json:6:40");
}

TEST_CASE("names may be one string or several, and know where they stand") {
  const Descriptor npu =
      test::described(R"("requires": {"os": "linux", "arch": ["x86_64", "aarch64"], "kernel_module": "npu"})");
  CHECK(npu.requires_.os.names == Lines{"linux"});
  CHECK(npu.requires_.arch.names == Lines{"x86_64", "aarch64"});
  CHECK(npu.requires_.kernel_modules.names == Lines{"npu"});
  CHECK(to_string(npu.locate(npu.requires_.arch.span)) == "npu.json:6:39");
}

TEST_CASE("version ranges are read, and know where they stand") {
  const Descriptor npu = test::described(R"("requires": {"glibc": ">=2.31", "libtorch": ">=2.6,<2.15"})");
  CHECK(npu.requires_.glibc.range.text() == ">=2.31");
  CHECK(npu.requires_.libtorch.range.contains(Version::parse("2.14.1+cpu")));
  CHECK(to_string(npu.locate(npu.requires_.libtorch.span)) == "npu.json:6:47");
}

TEST_CASE("hardware has rules, and each tests something") {
  CHECK(faults_of(R"("hardware": {})") ==
        Lines{"6:28 error A0207: `requires.hardware` has neither `any_of` nor `all_of`"});
  CHECK(faults_of(R"("hardware": {"any_of": []})") ==
        Lines{"6:39 error A0209: `requires.hardware.any_of` is empty, so nothing can match"});
  CHECK(faults_of(R"("hardware": {"all_of": "npu"})") ==
        Lines{"6:39 error A0208: `requires.hardware.all_of` is a string, and not an array"});
  CHECK(faults_of_rule("\"npu\"") ==
        Lines{"6:40 error A0208: `requires.hardware.any_of[0]` is a string, and not an object"});
  CHECK(faults_of_rule(R"({"label": "NPU"})") ==
        Lines{"6:40 error A0207: `requires.hardware.any_of[0]` has neither `pci` nor `device_node`"});
}

TEST_CASE("PCI ids are up to four hexadecimal digits, and a vendor must be there") {
  const std::string help = "; help: write four hexadecimal digits: `0x1ae0`";
  for (const char* id : {"\"\"", "\"0x\"", "\"0x19e50\"", "\"19g5\"", "\"-1\"", "\" 19e5\"", "\"0x 19e5\""})
    CHECK(faults_of_rule("{\"pci\": {\"vendor\": " + std::string(id) + "}}") ==
          Lines{"6:59 error A0209: `requires.hardware.any_of[0].pci.vendor` is no PCI id" + help});
  CHECK(faults_of_rule(R"({"pci": {"vendor": 6629}})") ==
        Lines{"6:59 error A0208: `requires.hardware.any_of[0].pci.vendor` is an integer, and not a string"});
  CHECK(faults_of_rule(R"({"pci": {"device": "1"}})") ==
        Lines{"6:48 error A0207: `requires.hardware.any_of[0].pci.vendor` is missing"});
  CHECK(faults_of_rule(R"({"pci": {"vendor": "19e5", "device": ["d100", "d1000"]}})") ==
        Lines{"6:86 error A0209: `requires.hardware.any_of[0].pci.device[1]` is no PCI id" + help});
  CHECK(faults_of_rule(R"({"pci": {"vendor": "19e5", "subsystem_device": 1}})") ==
        Lines{"6:87 error A0208: `requires.hardware.any_of[0].pci.subsystem_device` is an integer, and not a string"});
}

TEST_CASE("a device node is an absolute path") {
  CHECK(faults_of_rule(R"({"device_node": "dev/npu0"})") ==
        Lines{"6:56 error A0209: `requires.hardware.any_of[0].device_node` does not start with `/`"});
  CHECK(faults_of_rule(R"({"device_node": ""})") ==
        Lines{"6:56 error A0209: `requires.hardware.any_of[0].device_node` is empty"});
}

TEST_CASE("the last part of a device node alone may hold wildcards") {
  CHECK(faults_of_rule(R"({"device_node": "/dev/npu?[0-9]*"})").empty());
  for (const char* node : {"/dev/npu*/control", "/dev/n?u/control", "/dev/[n]pu/control"})
    CHECK(faults_of_rule("{\"device_node\": \"" + std::string(node) + "\"}") ==
          Lines{"6:56 error A0209: `requires.hardware.any_of[0].device_node` has a wildcard before its last `/`"});
}

TEST_CASE("the one thing between braces in a device node is the IOMMU group of a PCI function") {
  const std::string stray = "`requires.hardware.any_of[0].device_node` has a `{` that starts no `{iommu_group}`";
  for (const char* node : {"/dev/{index}", "/dev/npu{", "/dev/{iommu_group}/{iommu_group}"})
    CHECK(faults_of_rule("{\"pci\": {\"vendor\": \"19e5\"}, \"device_node\": \"" + std::string(node) + "\"}") ==
          Lines{"6:83 error A0209: " + stray});
  CHECK(
      faults_of_rule(R"({"device_node": "/dev/vfio/{iommu_group}"})") ==
      Lines{"6:56 error A0209: `requires.hardware.any_of[0].device_node` asks for the IOMMU group of a `pci` that the "
            "rule lacks"});
}

TEST_CASE("a PCI match of a wrong type is one fault, and not two") {
  CHECK(faults_of_rule(R"({"pci": "19e5", "device_node": "/dev/vfio/{iommu_group}"})") ==
        Lines{"6:48 error A0208: `requires.hardware.any_of[0].pci` is a string, and not an object"});
}

TEST_CASE("a range that is none is told with its text") {
  CHECK(faults_of(R"("glibc": "2.31")") ==
        Lines{"6:25 error A0209: `requires.glibc`: `2.31` is no version condition; help: write conditions as "
              "`>=2.6,<2.15`"});
  CHECK(faults_of(R"("libtorch": 2.6)") ==
        Lines{"6:28 error A0208: `requires.libtorch` is a number, and not a string"});
}

TEST_CASE("names are strings that are not empty") {
  CHECK(faults_of(R"("os": ["linux", 1])") ==
        Lines{"6:32 error A0208: `requires.os[1]` is an integer, and not a string"});
  CHECK(faults_of(R"("kernel_module": "")") == Lines{"6:33 error A0209: `requires.kernel_module` is empty"});
}

TEST_CASE("unknown members of the requirements are warned of") {
  CHECK(faults_of(R"("kernel_modules": "npu", "hardware": {"any_of": [{"device_node": "/dev/npu", "lable": "x",
    "pci": {"vendor": "1", "class": "2", "x-note": 3}}], "one_of": []})") ==
        Lines{"6:16 warning A0206: `requires.kernel_modules` is not a known key; help: did you mean `kernel_module`?",
              "6:93 warning A0206: `requires.hardware.any_of[0].lable` is not a known key; help: did you mean `label`?",
              "7:28 warning A0206: `requires.hardware.any_of[0].pci.class` is not a known key",
              "7:58 warning A0206: `requires.hardware.one_of` is not a known key; help: did you mean `any_of`?"});
}
