#include "manifest/validate.hpp"

#include <algorithm>
#include <cstdint>

#include <catch2/catch_test_macros.hpp>

#include "unit/manifest/described.hpp"

using namespace accelloader;
using test::described;
using test::told;
using test::validated;

namespace {

using Lines = std::vector<std::string>;

/// What is wrong with a manifest that is right but for one more member, in line 6.
Lines faults_of(std::string_view member) {
  const auto validation = validated(test::manifest("npu", "torch", "libnpu.so", member));
  const bool any_error =
      std::ranges::any_of(validation.findings, [](const Finding& found) { return found.severity == Severity::error; });
  CHECK((validation.descriptor != nullptr) != any_error);
  CHECK(validation.name == "npu");
  return told(validation.findings);
}

Lines faults_of_text(std::string_view text) { return told(validated(std::string(text)).findings); }

}  // namespace

TEST_CASE("four members make a manifest, and the others have their defaults") {
  const Descriptor npu = described();
  CHECK(npu.name == "npu");
  CHECK(npu.kind == Kind::torch);
  CHECK(npu.library == "libnpu.so");
  CHECK(npu.description.empty());
  CHECK(npu.entry.empty());
  CHECK(npu.library_dirs.empty());
  CHECK(npu.priority == 0);
  CHECK(npu.requires_.hardware.empty());
  CHECK(npu.requires_.libtorch.range.empty());
  CHECK_FALSE(npu.device_count);
  CHECK(npu.environment.empty());
  CHECK(npu.options.empty());
  CHECK(npu.load.timeout_seconds == 60);
  CHECK_FALSE(npu.load.probe_first);
  CHECK_FALSE(npu.load.global);
  CHECK(npu.help.empty());
  CHECK(npu.sha256.empty());
}

TEST_CASE("a manifest knows its path, its folder and its text") {
  const Descriptor npu = described("", "libnpu.so", "/opt/npu");
  CHECK(npu.path == "npu.json");
  CHECK(npu.folder == "/opt/npu");
  CHECK(*npu.text == test::manifest("npu", "torch", "libnpu.so"));
  CHECK(to_string(npu.locate(npu.name_span)) == "npu.json:3:11");
  CHECK(to_string(npu.locate(npu.library_span)) == "npu.json:5:14");
}

TEST_CASE("there are three kinds") {
  for (const auto& [word, kind] :
       {std::pair("torch", Kind::torch), std::pair("pjrt", Kind::pjrt), std::pair("library", Kind::library)}) {
    const auto it = validated(test::manifest("npu", word, "libnpu.so"));
    REQUIRE(it.descriptor);
    CHECK(it.descriptor->kind == kind);
    CHECK(to_string(kind) == word);
  }
}

TEST_CASE("texts and numbers are taken as they are") {
  const Descriptor npu = described(R"("description": "our \"NPU\"", "entry": "npu_query", "priority": -5,
    "device_count": 127, "device_label": "chip", "sha256": ")" +
                                   std::string(62, 'a') + "0F\"");
  CHECK(npu.description == "our \"NPU\"");
  CHECK(npu.entry == "npu_query");
  CHECK(npu.priority == -5);
  CHECK(npu.device_count == 127);
  CHECK(npu.device_label == "chip");
  CHECK(npu.sha256 == std::string(62, 'a') + "0f");
  CHECK(to_string(npu.locate(npu.entry_span)) == "npu.json:6:42");
  CHECK(to_string(npu.locate(npu.sha256_span)) == "npu.json:7:60");
}

TEST_CASE("the environment keeps its order") {
  const Descriptor npu = described(R"("environment": {"NPU_B": "1", "NPU_A": "", "x-npu": "2"})");
  CHECK(npu.environment ==
        std::vector<std::pair<std::string, std::string>>{{"NPU_B", "1"}, {"NPU_A", ""}, {"x-npu", "2"}});
}

TEST_CASE("options keep their types, and what is nested is kept as its text") {
  const Descriptor npu =
      described(R"("options": {"s": "x", "i": 4, "n": 0.5, "b": true, "z": null, "l": [1, {"a": 2}]})");
  REQUIRE(npu.options.size() == 6);
  CHECK(npu.options[0].first == "s");
  CHECK(std::get<std::string>(npu.options[0].second) == "x");
  CHECK(std::get<std::int64_t>(npu.options[1].second) == 4);
  CHECK(std::get<double>(npu.options[2].second) == 0.5);
  CHECK(std::get<bool>(npu.options[3].second));
  CHECK(std::get<JsonText>(npu.options[4].second).text == "null");
  CHECK(std::get<JsonText>(npu.options[5].second).text == R"([1, {"a": 2}])");
}

TEST_CASE("how to load, and what to do when it cannot be, is taken as it is") {
  const Descriptor npu = described(R"("load": {"timeout_seconds": 20, "probe_first": true, "scope": "global",
    "preload": ["liba.so", "libb.so"]}, "help": {"absent": "plug it in", "library": "", "blocked": "b", "load": "l"})");
  CHECK(npu.load.timeout_seconds == 20);
  CHECK(npu.load.probe_first);
  CHECK(npu.load.global);
  CHECK(npu.load.preload == Lines{"liba.so", "libb.so"});
  CHECK(npu.help.at("absent") == "plug it in");
  CHECK(npu.help.at("library").empty());
  CHECK(npu.help.size() == 4);
  CHECK_FALSE(described(R"("load": {"scope": "local"})").load.global);
}

TEST_CASE("variables expand in folders, as often as they stand there") {
  const auto it = validated(test::manifest("npu", "torch", "libnpu.so",
                                           R"("library_dirs": ["${NPU}/lib", "/a/$NPU/{b}", "${NPU}${V}/${V}"])"),
                            {{"NPU", "/opt/npu"}, {"V", "8"}});
  REQUIRE(it.descriptor);
  CHECK(it.descriptor->library_dirs == Lines{"/opt/npu/lib", "/a/$NPU/{b}", "/opt/npu8/8"});
  CHECK(it.findings.empty());
}

TEST_CASE("what a variable holds is not expanded again") {
  const auto it = validated(test::manifest("npu", "torch", "libnpu.so", R"("library_dirs": "${A}")"), {{"A", "${A}"}});
  CHECK(it.descriptor->library_dirs == Lines{"${A}"});
}

TEST_CASE("a folder with a variable that is unset or empty is left out, and that is told") {
  const auto it = validated(
      test::manifest("npu", "torch", "libnpu.so", R"("library_dirs": ["${GONE}/lib", "/usr/lib/npu", "${EMPTY}"])"),
      {{"EMPTY", ""}});
  REQUIRE(it.descriptor);
  CHECK(it.descriptor->library_dirs == Lines{"/usr/lib/npu"});
  CHECK(test::rendered(it.findings) ==
        "note[A0212]: the variable `GONE` is not set: the folder is left out\n"
        "  --> npu.json:6:20\n"
        "   |\n"
        " 6 |   \"library_dirs\": [\"${GONE}/lib\", \"/usr/lib/npu\", \"${EMPTY}\"]\n"
        "   |                    ^^^^^^^^^^^^^\n"
        "note[A0212]: the variable `EMPTY` is not set: the folder is left out\n"
        "  --> npu.json:6:51\n"
        "   |\n"
        " 6 |   \"library_dirs\": [\"${GONE}/lib\", \"/usr/lib/npu\", \"${EMPTY}\"]\n"
        "   |                                                   ^^^^^^^^^^\n");
}

TEST_CASE("variables expand in no other member") {
  const Descriptor npu = described(R"("description": "${X}", "environment": {"A": "${X}"})", "${X}/libnpu.so");
  CHECK(npu.library == "${X}/libnpu.so");
  CHECK(npu.description == "${X}");
  CHECK(npu.environment[0].second == "${X}");
}

TEST_CASE("a variable in a folder that cannot be one is an error") {
  CHECK(faults_of(R"("library_dirs": ["/a", "${NPU/lib"])") ==
        Lines{"6:26 error A0209: `${NPU/lib` has a `${` that no `}` closes"});
  CHECK(faults_of(R"("library_dirs": "${}/lib")") ==
        Lines{"6:19 error A0209: `${}/lib` has a `${}` without a variable's name"});
}

TEST_CASE("a member that is missing is told at the start of its object") {
  CHECK(faults_of_text("{}") == Lines{"1:1 error A0207: `manifest_version` is missing",
                                      "1:1 error A0207: `name` is missing", "1:1 error A0207: `kind` is missing",
                                      "1:1 error A0207: `library` is missing"});
}

TEST_CASE("a value that cannot be is told with what can be") {
  CHECK(faults_of(R"("priority": 1000001)") ==
        Lines{"6:15 error A0209: `priority` is 1000001, and not from -1000000 to 1000000"});
  CHECK(faults_of(R"("device_count": 0)") == Lines{"6:19 error A0209: `device_count` is 0, and not from 1 to 127"});
  CHECK(faults_of(R"("device_count": 128)") == Lines{"6:19 error A0209: `device_count` is 128, and not from 1 to 127"});
  CHECK(faults_of(R"("load": {"timeout_seconds": 86401})") ==
        Lines{"6:31 error A0209: `load.timeout_seconds` is 86401, and not from 1 to 86400"});
  CHECK(faults_of(R"("load": {"scope": "private"})") ==
        Lines{"6:21 error A0209: `load.scope` is `private`, and not `local` or `global`"});
  CHECK(faults_of(R"("sha256": "abc")") == Lines{"6:13 error A0209: `sha256` is not 64 hexadecimal digits"});
  CHECK(faults_of("\"sha256\": \"" + std::string(63, '0') + "g\"") ==
        Lines{"6:13 error A0209: `sha256` is not 64 hexadecimal digits"});
  CHECK(faults_of(R"("entry": "")") == Lines{"6:12 error A0209: `entry` is empty"});
  CHECK(faults_of(R"("load": {"preload": ""})") == Lines{"6:23 error A0209: `load.preload` is empty"});
}

TEST_CASE("a kind that does not exist is told with those that do, and the one that was meant") {
  CHECK(
      told(validated(test::manifest("npu", "tourch", "libnpu.so")).findings) ==
      Lines{"4:11 error A0209: `kind` is `tourch`, and not `torch`, `pjrt` or `library`; help: did you mean `torch`?"});
  CHECK(told(validated(test::manifest("npu", "opencl", "libnpu.so")).findings) ==
        Lines{"4:11 error A0209: `kind` is `opencl`, and not `torch`, `pjrt` or `library`"});
}

TEST_CASE("a member of a wrong type is told with both types") {
  CHECK(faults_of(R"("description": 1)") == Lines{"6:18 error A0208: `description` is an integer, and not a string"});
  CHECK(faults_of(R"("device_label": [])") == Lines{"6:19 error A0208: `device_label` is an array, and not a string"});
  CHECK(faults_of(R"("entry": null)") == Lines{"6:12 error A0208: `entry` is null, and not a string"});
  CHECK(faults_of(R"("library_dirs": {})") ==
        Lines{"6:19 error A0208: `library_dirs` is an object, and not a string or an array of strings"});
  CHECK(faults_of(R"("priority": 1.0)") == Lines{"6:15 error A0208: `priority` is a number, and not an integer"});
  CHECK(faults_of(R"("requires": [])") == Lines{"6:15 error A0208: `requires` is an array, and not an object"});
  CHECK(faults_of(R"("environment": "A=1")") ==
        Lines{"6:18 error A0208: `environment` is a string, and not an object"});
  CHECK(faults_of(R"("environment": {"A": 1})") ==
        Lines{"6:24 error A0208: `environment.A` is an integer, and not a string"});
  CHECK(faults_of(R"("options": true)") == Lines{"6:14 error A0208: `options` is true or false, and not an object"});
  CHECK(faults_of(R"("load": 20)") == Lines{"6:11 error A0208: `load` is an integer, and not an object"});
  CHECK(faults_of(R"("load": {"probe_first": 1})") ==
        Lines{"6:27 error A0208: `load.probe_first` is an integer, and not true or false"});
  CHECK(faults_of(R"("help": {"absent": {}})") ==
        Lines{"6:22 error A0208: `help.absent` is an object, and not a string"});
  CHECK(faults_of(R"("sha256": 0)") == Lines{"6:13 error A0208: `sha256` is an integer, and not a string"});
}

TEST_CASE("a variable of the environment has a name, and a text that a process can have") {
  CHECK(faults_of(R"("environment": {"": "1"})") ==
        Lines{"6:19 error A0209: a variable of `environment` has an empty name"});
  CHECK(faults_of(R"("environment": {"A=B": "1"})") == Lines{"6:19 error A0209: `A=B` cannot be a variable's name"});
  CHECK(faults_of(R"("environment": {"A": "b\u0000c"})") ==
        Lines{"6:24 error A0209: `environment.A` holds a NUL character"});
}

TEST_CASE("unknown members are warned of, wherever they stand") {
  CHECK(faults_of(R"("libary_dirs": "/a", "load": {"timeout": 1}, "help": {"missing": "x"})") ==
        Lines{"6:3 warning A0206: `libary_dirs` is not a known key; help: did you mean `library_dirs`?",
              "6:33 warning A0206: `load.timeout` is not a known key",
              "6:57 warning A0206: `help.missing` is not a known key"});
}

TEST_CASE("members that start with x- are the vendor's own") {
  CHECK(faults_of(R"("x-ticket": 17, "x-": null, "load": {"x-own": 1}, "help": {"x-y": 2}, "requires": {"x-z": []})")
            .empty());
}

TEST_CASE("an editor may be told of the schema") { CHECK(faults_of(R"("$schema": "manifest.schema.json")").empty()); }

TEST_CASE("a key that stands twice spoils a manifest") {
  CHECK(faults_of(R"("name": "npu")") == Lines{"6:3 error A0205: the key `name` stands twice in one object"});
}

TEST_CASE("all faults are told at once, in the order of the text") {
  CHECK(faults_of_text(R"({
  "nane": "npu",
  "kind": "toch",
  "library": 7,
  "library": "libnpu.so",
  "manifest_version": 1,
  "requires": {"libtorch": "2.6", "hardware": {"any_of": [{"pci": {"vendor": "NPU"}}, 3]}},
  "load": {"scope": 1}
})") == Lines{"1:1 error A0207: `name` is missing",
              "2:3 warning A0206: `nane` is not a known key; help: did you mean `name`?",
              "3:11 error A0209: `kind` is `toch`, and not `torch`, `pjrt` or `library`; help: did you mean `torch`?",
              "4:14 error A0208: `library` is an integer, and not a string",
              "5:3 error A0205: the key `library` stands twice in one object",
              "7:28 error A0209: `requires.libtorch`: `2.6` is no version condition; help: write conditions as "
              "`>=2.6,<2.15`",
              "7:78 error A0209: `requires.hardware.any_of[0].pci.vendor` is no PCI id; help: write four hexadecimal "
              "digits: `0x1ae0`",
              "7:87 error A0208: `requires.hardware.any_of[1]` is an integer, and not an object",
              "8:21 error A0208: `load.scope` is an integer, and not a string"});
}

TEST_CASE("an invalid manifest still has its name, so that the name's user learns of it") {
  const auto it = validated(test::manifest("npu", "tourch", ""));
  CHECK_FALSE(it.descriptor);
  CHECK(it.name == "npu");
}

TEST_CASE("a name that cannot be one is told, and is none") {
  const auto it = validated(test::manifest("npu2", "torch", "libnpu.so"));
  CHECK_FALSE(it.descriptor);
  CHECK(it.name.empty());
  CHECK(told(it.findings) == Lines{"3:11 error A0211: `npu2` cannot be a backend's name: it holds a digit, which "
                                   "libtorch cannot parse in a device name"});
}

TEST_CASE("of a newer manifest the name is read, and nothing that this version may misread") {
  const auto it = validated(R"({"manifest_version": 2, "name": "npu", "kind": "remote", "colour": 1})");
  CHECK_FALSE(it.descriptor);
  CHECK(it.name == "npu");
  CHECK(test::rendered(it.findings) ==
        "error[A0210]: manifest version 2 is not understood: this accelloader reads 1\n"
        "  --> npu.json:1:22\n"
        "   |\n"
        " 1 | {\"manifest_version\": 2, \"name\": \"npu\", \"kind\": \"remote\", \"colour\": 1}\n"
        "   |                      ^\n"
        "help: update accelloader\n");
}

TEST_CASE("a version that never was is not understood, and no update helps") {
  CHECK(faults_of_text(R"({"manifest_version": 0, "name": "npu"})") ==
        Lines{"1:22 error A0210: manifest version 0 is not understood: this accelloader reads 1"});
}

TEST_CASE("a manifest without a version is read as the first one, so that its other faults are told too") {
  CHECK(faults_of_text(R"({"name": "npu", "kind": "torch", "library": ""})") ==
        Lines{"1:1 error A0207: `manifest_version` is missing", "1:45 error A0209: `library` is empty"});
}

TEST_CASE("what is no object is no manifest") {
  CHECK(faults_of_text("\n [1]") == Lines{"2:2 error A0208: a manifest is an object, and this is an array"});
  CHECK(faults_of_text("null") == Lines{"1:1 error A0208: a manifest is an object, and this is null"});
}

TEST_CASE("an empty file is told as such") {
  for (const char* text : {"", " \r\n\t", "\xEF\xBB\xBF", "\xEF\xBB\xBF \n"})
    CHECK(test::rendered(validated(text).findings) ==
          "error[A0202]: the manifest is empty\n"
          "  --> npu.json\n");
}

TEST_CASE("of text that is no JSON nothing is known") {
  const auto it = validated("{\n  \"name\": \"npu\",\n}");
  CHECK_FALSE(it.descriptor);
  CHECK(it.name.empty());
  CHECK(test::rendered(it.findings) ==
        "error[A0201]: not JSON: a comma before `}`\n"
        "  --> npu.json:2:16\n"
        "   |\n"
        " 2 |   \"name\": \"npu\",\n"
        "   |                ^\n");
}

TEST_CASE("thousands of faults in one long line are all told, and keep no gigabytes of it") {
  std::string faults;
  for (int i = 0; i < 1900; ++i) faults += ",1";
  const auto it = validated(
      test::manifest("npu", "torch", "libnpu.so",
                     "\"x-padding\": \"" + std::string(900'000, 'x') + "\", \"library_dirs\": [1" + faults + "]"));
  CHECK(it.findings.size() == 1901);
  std::size_t kept = 0;
  for (const Finding& found : it.findings) kept += found.error.location()->source.capacity();
  CHECK(kept <= 4 * 1024 * 1024);
  CHECK(it.findings.front().error.location()->source.size() > 900'000);
  CHECK(to_string(*it.findings.back().error.location()) == "npu.json:6:903837");
}
