#include "hardware/requirements.hpp"

#include <gnu/libc-version.h>
#include <sys/utsname.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"
#include "unit/manifest/described.hpp"

using namespace accelloader::hardware;

namespace {

std::string system_of(std::string_view members, const std::string& root = "/") {
  const accelloader::Descriptor npu = test::described("\"requires\": {" + std::string(members) + "}");
  return test::rendered(judge_system(npu, Machine(root)));
}

std::string architecture() {
  utsname system = {};
  uname(&system);
  return system.machine;
}

}  // namespace

TEST_CASE("a plugin for this system fits it") {
  CHECK(system_of(R"("os": "linux", "glibc": ">=2.0", "arch": ["s390", ")" + architecture() + "\"]").empty());
  CHECK(system_of(R"("os": [], "arch": [])").empty());
  CHECK(system_of("").empty());
}

TEST_CASE("a plugin for another operating system does not") {
  CHECK(system_of(R"("os": ["freebsd", "windows"])") ==
        "error[A0401]: the plugin is made for `freebsd` or `windows`, and this machine is `linux`\n"
        "  --> npu.json:6:22\n"
        "   |\n"
        " 6 |   \"requires\": {\"os\": [\"freebsd\", \"windows\"]}\n"
        "   |                      ^^^^^^^^^^^^^^^^^^^^^^\n");
}

TEST_CASE("a plugin for another architecture does not") {
  CHECK(system_of(R"("arch": "s390")") == "error[A0402]: the plugin is made for `s390`, and this machine is `" +
                                              architecture() +
                                              "`\n"
                                              "  --> npu.json:6:24\n"
                                              "   |\n"
                                              " 6 |   \"requires\": {\"arch\": \"s390\"}\n"
                                              "   |                        ^^^^^^\n");
}

TEST_CASE("a plugin for a newer C library does not") {
  CHECK(system_of(R"("glibc": ">=99")") == "error[A0407]: the plugin needs glibc >=99, and this machine has " +
                                               std::string(gnu_get_libc_version()) +
                                               "\n"
                                               "  --> npu.json:6:25\n"
                                               "   |\n"
                                               " 6 |   \"requires\": {\"glibc\": \">=99\"}\n"
                                               "   |                         ^^^^^^\n");
}

TEST_CASE("of a tree in place of the machine nothing is known of its system") {
  const test::FakeMachine tree;
  CHECK(system_of(R"("os": "windows", "arch": "s390", "glibc": ">=99")", tree.path()).empty());
}

TEST_CASE("each kernel module that is not loaded is told, with how to load it") {
  const test::FakeMachine files;
  files.make_folder("sys/module/npu_core");
  const auto npu = test::described(R"("requires": {"kernel_module": ["npu-core", "npu_vfio", "npu_net"]})");
  CHECK(test::rendered(judge_kernel_modules(npu, Machine(files.path()))) ==
        "error[A0406]: the kernel module `npu_vfio` is not loaded\n"
        "  --> npu.json:6:33\n"
        "   |\n"
        " 6 |   \"requires\": {\"kernel_module\": [\"npu-core\", \"npu_vfio\", \"npu_net\"]}\n"
        "   |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "help: load it: `modprobe npu_vfio`\n"
        "error[A0406]: the kernel module `npu_net` is not loaded\n"
        "  --> npu.json:6:33\n"
        "   |\n"
        " 6 |   \"requires\": {\"kernel_module\": [\"npu-core\", \"npu_vfio\", \"npu_net\"]}\n"
        "   |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "help: load it: `modprobe npu_net`\n");
}

TEST_CASE("a variable that the plugin needs must be set, and not to nothing") {
  const accelloader::Descriptor npu = test::described(R"("requires": {"environment": ["NPU_HOME", "NPU_ROOT"]})");
  CHECK(judge_environment(npu, test::environment({{"NPU_HOME", "/opt/npu"}, {"NPU_ROOT", "/"}})).empty());
  CHECK(test::told(judge_environment(npu, test::environment({{"NPU_HOME", ""}, {"NPU_ROOT", "/"}}))) ==
        std::vector<std::string>{"6:31 error A0410: the plugin needs the variable `NPU_HOME`, and it is not set"});
}
