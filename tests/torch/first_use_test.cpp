// Uses that name no device: torch::kPrivateUse1 in factories, guards and copies.
#include <chrono>
#include <thread>

#include "torch/stock_machine.hpp"

using test::error_text;
using test::StockMachine;

TEST_CASE("a factory with kPrivateUse1 loads the one backend there is") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  CHECK(torch::empty({2}, torch::kPrivateUse1).device().str() == "vnpu:0");
  CHECK(torch::ones({2}, torch::kPrivateUse1).sum().item<float>() == 2);
}

TEST_CASE("a copy to kPrivateUse1 without an index loads it") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  CHECK(torch::ones({2}).to(torch::kPrivateUse1).device().str() == "vnpu:0");
}

TEST_CASE("a copy to kPrivateUse1 with an index loads it") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  CHECK(torch::ones({2}).to(torch::Device(torch::kPrivateUse1, 1)).device().str() == "vnpu:1");
}

TEST_CASE("a use without a name waits for a load that is half done") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock_slow);
  machine.install();
  std::thread loading([] { torch::Device("vnpu"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the guard is registered, the operators are not
  CHECK(error_text([] { torch::triu_indices(2, 2, 0, torch::kPrivateUse1); }).empty());
  CHECK(error_text([] { torch::empty({1}, torch::kPrivateUse1); }).empty());
  loading.join();
}

TEST_CASE("a device guard that was made before the load works on after it") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  {
    const c10::DeviceGuard guard(torch::Device(torch::kPrivateUse1, 1));
    CHECK(torch::empty({1}, torch::kPrivateUse1).device().index() == 1);
  }
  CHECK(torch::empty({1}, torch::kPrivateUse1).device().index() == 0);
}

TEST_CASE("with several backends to choose from, kPrivateUse1 lists them and loads none") {
  StockMachine machine;
  machine.add_torch("alpha", fakes::stock);
  machine.add_torch("beta", fakes::stock_with_name);
  machine.install();
  CHECK(error_text([] { torch::empty({2}, torch::kPrivateUse1); }) ==
        "`privateuseone` can mean more than one back end of this machine (A0808)\n"
        "  note: `alpha`: 2 devices\n"
        "  note: `beta`: 2 devices\n"
        "  help: name the device, or choose one with ACCELLOADER_BACKENDS");
  CHECK_FALSE(test::is_open(fakes::stock));
}

TEST_CASE("with none that can be used, kPrivateUse1 gives every reason") {
  StockMachine machine;
  machine.add_torch("alpha", machine / "missing.so");
  machine.add_torch("beta", fakes::stock, R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_beta"}]}})");
  machine.install();
  CHECK(error_text([] { torch::empty({2}, torch::kPrivateUse1); }) ==
        "no libtorch back end of this machine can be used for `privateuseone` (A0502)\n"
        "  cause: `alpha`: the library `" +
            machine / "missing.so" +
            "` was not found\n"
            "  cause: `beta`: no hardware of `beta`: `/dev/no_beta` does not exist");
}

TEST_CASE("without a libtorch back end among the manifests, kPrivateUse1 keeps libtorch's own error") {
  const std::string stock = error_text([] { torch::empty({2}, torch::kPrivateUse1); });
  StockMachine machine;
  machine.add("my_codec", fakes::codec);
  CHECK_FALSE(machine.install().placeholders);
  CHECK(error_text([] { torch::empty({2}, torch::kPrivateUse1); }) == stock);
  CHECK(stock.find("aten::empty.memory_format") != std::string::npos);
}
