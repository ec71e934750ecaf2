// Names that libtorch does not know, on every road to its parser.
#include "torch/stock_machine.hpp"

using test::error_text;
using test::StockMachine;

TEST_CASE("a device name loads its plugin when it is first parsed") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  CHECK_FALSE(test::is_open(fakes::stock));
  const torch::Device device("vnpu:1");
  CHECK(test::is_open(fakes::stock));
  CHECK(device == torch::Device(torch::kPrivateUse1, 1));
  CHECK(device.str() == "vnpu:1");
  const auto ones = torch::ones({2, 2}, device);
  CHECK((ones.matmul(ones) + ones).sum().item<float>() == 12);
}

TEST_CASE("a name that no manifest has keeps libtorch's own error") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  const std::string stock = error_text([] { torch::Device("bogus"); });
  machine.install();
  CHECK(stock.starts_with("Expected one of cpu, cuda"));
  CHECK(error_text([] { torch::Device("bogus"); }) == stock);
  CHECK(error_text([] { torch::Device("vnpu:x"); }).starts_with("Invalid device string: 'vnpu:x'"));
}

TEST_CASE("a backend that cannot be used throws its reason, the same text each time") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock,
                    R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_vnpu"}]}}, "device_label": "VNPU",
  "help": {"absent": "plug one in"})");
  machine.install();
  const std::string text = error_text([] { torch::Device("vnpu"); });
  CHECK(text ==
        "backend `vnpu` is known but cannot be used on this machine (A0403)\n"
        "  cause: no VNPU: `/dev/no_vnpu` does not exist\n"
        "  note: looked for `/dev/no_vnpu`\n"
        "  manifest: " +
            machine / "vnpu.json" +
            ":6:28\n"
            "  help: plug one in");
  CHECK(error_text([] { torch::ones({2}, torch::Device("vnpu:0")); }) == text);
  try {
    torch::Device("vnpu");
  } catch (const accelloader::torch::BackendUnavailable& unavailable) {
    CHECK(unavailable.error().causes().front().code() == accelloader::ErrorCode::hardware_not_found);
    CHECK(std::string(unavailable.what()) == text);  // no backtrace
  }
}

TEST_CASE("TorchScript loads a backend by name too") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  const auto unit = torch::jit::compile("def f(x: str):\n  return torch.zeros([2], device=torch.device(x))\n");
  CHECK(unit->run_method("f", std::string("vnpu")).toTensor().device().str() == "vnpu:0");
}

TEST_CASE("a backend of another kind is no libtorch device, and says so") {
  StockMachine machine;
  machine.add("my_codec", fakes::codec);
  machine.install();
  CHECK(error_text([] { torch::Device("my_codec"); }) ==
        "backend `my_codec` is of kind `library`, and no libtorch device (A0806)\n"
        "  note: it is ready: 1 device\n"
        "  manifest: " +
            machine / "my_codec.json" + ":3:11");
  CHECK_FALSE(test::is_open(fakes::codec));
}

TEST_CASE("a manifest that is invalid explains itself where its name is used") {
  StockMachine machine;
  machine.write("vnpu.json", R"({"manifest_version": 1, "name": "vnpu", "kind": "torch", "library": 7})");
  machine.install();
  CHECK(error_text([] { torch::Device("vnpu"); }) ==
        "backend `vnpu` is known but cannot be used on this machine (A0208)\n"
        "  cause: `library` is an integer, and not a string\n"
        "  manifest: " +
            machine / "vnpu.json" + ":1:69");
}

TEST_CASE("a failed load leaves libtorch as it was, and retry() loads once the cause is mended") {
  StockMachine machine;
  machine.add_torch("vnpu", machine / "libvnpu.so");
  machine.install();
  CHECK(error_text([] { torch::Device("vnpu"); }).find("was not found") != std::string::npos);
  CHECK_FALSE(c10::is_privateuse1_backend_registered());
  CHECK_FALSE(test::accelerator().has_value());
  machine.link("libvnpu.so", fakes::stock);
  CHECK_FALSE(error_text([] { torch::Device("vnpu"); }).empty());  // remembered
  REQUIRE(accelloader::torch::loader().retry("vnpu"));
  CHECK(torch::ones({3}, torch::Device("vnpu")).sum().item<float>() == 3);
}
