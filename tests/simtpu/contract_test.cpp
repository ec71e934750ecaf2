// The border to accelloader: what the plugin says of itself, what it refuses, and that a refusal leaves nothing behind.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>

#include "support.hpp"

using namespace simtpu_test;

namespace {
bool nothing_registered() {
  return !at::isPrivateUse1HooksRegistered() && !c10::impl::hasDeviceGuardImpl(c10::kPrivateUse1) &&
         !c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(c10::DispatchKey::PrivateUse1) &&
         c10::GetAllocator(c10::kPrivateUse1) == nullptr;
}
Option integer(const char* name, long long value) { return {name, ACCELLOADER_OPTION_INTEGER, value, ""}; }
}  // namespace

TEST_CASE("loading the library registers nothing") {
  REQUIRE(query() != nullptr);
  CHECK(nothing_registered());
}

TEST_CASE("the plugin says who it is") {
  const auto* plugin = query();
  CHECK(plugin->struct_size == sizeof(accelloader_plugin_t));
  CHECK(plugin->abi_major == ACCELLOADER_PLUGIN_ABI_MAJOR);
  CHECK(std::string(plugin->name) == "simtpu");
  CHECK(std::string(plugin->libtorch) == TORCH_VERSION);
  CHECK(query(ACCELLOADER_PLUGIN_ABI_MAJOR + 1) == nullptr);
}

TEST_CASE("options out of range are refused, and leave nothing behind") {
  for (const long long chips : {0, 17, -1}) {
    const auto answer = activate({integer("chips", chips)});
    CHECK(answer.code == ACCELLOADER_BAD_OPTION);
    CHECK(answer.message == "option `chips` is " + std::to_string(chips) + ", not 1 to 16");
    CHECK(answer.help == "set `chips` in the manifest's `options` to a number from 1 to 16");
  }
  CHECK(activate({integer("memory_mib", 0)}).message == "option `memory_mib` is 0, not 1 to 1048576");
  CHECK(activate({{"chips", ACCELLOADER_OPTION_STRING, 0, "two"}}).message == "option `chips` is not an integer");
  CHECK(nothing_registered());
}

TEST_CASE("a slot with another name is refused") {
  CHECK(child([] {
          c10::register_privateuse1_backend("npu");
          const auto answer = activate({});
          if (answer.message != "libtorch's only out-of-tree slot is taken by `npu`" ||
              answer.code != ACCELLOADER_FAILED || !nothing_registered())
            _exit(1);
        }) == 0);
}

TEST_CASE("a slot with other hooks is refused") {
  CHECK(child([] {
          struct Hooks : at::PrivateUse1HooksInterface {
            bool hasPrimaryContext(c10::DeviceIndex) const override { return false; }
          };
          at::RegisterPrivateUse1HooksInterface(new Hooks);
          if (activate({}).message !=
              "libtorch's only out-of-tree slot is taken by a back end that has not told its name")
            _exit(1);
          if (c10::impl::hasDeviceGuardImpl(c10::kPrivateUse1)) _exit(2);
        }) == 0);
}

TEST_CASE("the name of the device is the host's choice") {
  const auto answer = activate({integer("chips", 3), integer("chps", 3)}, "pretend");
  REQUIRE(answer.code == ACCELLOADER_OK);
  CHECK(!c10::is_privateuse1_backend_registered());
  c10::register_privateuse1_backend("pretend");
  CHECK(torch::ones({2}, torch::Device("pretend:2")).sum().item<float>() == 2);
  CHECK(thrown([] {
          torch::ones({2}, torch::Device("pretend:3"));
        }).find("device `pretend:3` does not exist: this machine has 3 chip(s)") == 0);
  CHECK(answer.log == std::vector<std::string>{"option `chps` is unknown and has no effect"});
}
