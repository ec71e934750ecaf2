// libtorch's one slot, and plugins that do not fill it as they should.
#include <dlfcn.h>

#include "torch/stock_machine.hpp"

using test::error_text;
using test::StockMachine;

TEST_CASE("a second backend is refused before it is opened, saying whose the slot is") {
  StockMachine machine;
  machine.add_torch("alpha", fakes::stock);
  machine.add_torch("beta", fakes::stock_with_name);
  machine.install();
  torch::Device("alpha");
  CHECK(error_text([] { torch::Device("beta"); }) ==
        "backend `beta` could not be loaded (A0807)\n"
        "  cause: libtorch's only out-of-tree slot is taken by `alpha`\n"
        "  manifest: " +
            machine / "beta.json" +
            ":3:11\n"
            "  help: a process can use one out-of-tree device: use another process for this one");
  CHECK_FALSE(test::is_open(fakes::stock_with_name));
  CHECK(torch::ones({2}, torch::Device("alpha")).sum().item<float>() == 2);
}

TEST_CASE("a slot that the program filled itself before accelloader was installed is left alone") {
  REQUIRE(dlopen(fakes::stock_with_name, RTLD_NOW | RTLD_LOCAL));
  StockMachine machine;
  machine.add_torch("beta", fakes::stock);
  CHECK_FALSE(machine.install().placeholders);
  CHECK(torch::ones({2}, torch::Device("vnpu")).sum().item<float>() == 2);
  CHECK(error_text([] { torch::Device("beta"); }).find("taken by `vnpu`, which the program loaded itself") !=
        std::string::npos);
}

TEST_CASE("a plugin that the program loads itself afterwards takes the place of the placeholders") {
  StockMachine machine;
  machine.add_torch("beta", fakes::stock);
  machine.install();
  REQUIRE(dlopen(fakes::stock_with_name, RTLD_NOW | RTLD_LOCAL));
  CHECK(torch::ones({2}, torch::Device("vnpu")).sum().item<float>() == 2);
  CHECK(error_text([] { torch::Device("beta"); }).find("taken by `vnpu`, which the program loaded itself") !=
        std::string::npos);
  CHECK_FALSE(test::is_open(fakes::stock));
}

TEST_CASE("a plugin may register its own name, if it is the manifest's") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock_with_name);
  machine.install();
  CHECK(torch::ones({2}, torch::Device("vnpu")).sum().item<float>() == 2);
}

TEST_CASE("a plugin that registers another name than the manifest's is refused, and has spoilt the slot") {
  StockMachine machine;
  machine.add_torch("beta", fakes::stock_with_name);
  machine.add_torch("gamma", fakes::stock);
  machine.install();
  CHECK(error_text([] { torch::Device("beta"); }) ==
        "backend `beta` could not be loaded (A0802)\n"
        "  cause: the plugin has registered itself as `vnpu`, and not as `beta`\n"
        "  manifest: " +
            machine / "beta.json" + ":5:14");
  CHECK(error_text([] { torch::Device("gamma"); }).find("taken by what `beta` registered before it failed") !=
        std::string::npos);
}

TEST_CASE("a plugin that registers no guard is told so") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock_without_guard);
  machine.install();
  CHECK(error_text([] { torch::Device("vnpu"); }) ==
        "backend `vnpu` could not be loaded (A0803)\n"
        "  cause: the plugin has registered no device guard\n"
        "  manifest: " +
            machine / "vnpu.json" + ":5:14");
  CHECK_FALSE(c10::is_privateuse1_backend_registered());
}

TEST_CASE("a plugin that cannot make tensors is told so") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock_without_operator);
  machine.install();
  CHECK(error_text([] { torch::Device("vnpu"); }) ==
        "backend `vnpu` could not be loaded (A0804)\n"
        "  cause: the plugin has registered no `aten::empty.memory_format`, so no tensor can be made on the device\n"
        "  manifest: " +
            machine / "vnpu.json" + ":5:14");
}

TEST_CASE("a plugin for another libtorch is refused before it is opened") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock, R"("requires": {"libtorch": "<2.0"})");
  machine.install();
  CHECK(error_text([] {
          torch::Device("vnpu");
        }).find("cause: the plugin needs libtorch <2.0, and this process runs 2.") != std::string::npos);
  CHECK_FALSE(test::is_open(fakes::stock));
}
