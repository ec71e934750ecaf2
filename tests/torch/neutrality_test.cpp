// What a program that uses no accelerator sees of accelloader: nothing.
#include <ATen/DeviceAccelerator.h>

#include "torch/stock_machine.hpp"

using test::error_text;
using test::StockMachine;

namespace {

/// A line for each thing that a bare rename of PrivateUse1, or a registered hook, would change.
std::string what_a_cpu_program_sees() {
  std::string seen;
  const auto see = [&](const char* what, const auto& work) {
    std::string text;
    const std::string error = error_text([&] { text = work(); });
    seen.append(what).append(": ").append(error.empty() ? text : "throws " + error).append("\n");
  };
  const auto yes = [](bool value) { return std::string(value ? "yes" : "no"); };
  see("seed", [&] { return torch::manual_seed(7), torch::rand({1}).item<float>() > 0 ? "done" : "zero"; });
  see("pinned", [&] { return yes(torch::ones(2).is_pinned()); });
  see("pin", [&] { return yes(torch::ones(2).pin_memory().is_pinned()); });
  see("pinned empty", [&] { return yes(torch::empty({2}, torch::TensorOptions().pinned_memory(true)).is_pinned()); });
  see("accelerator", [&] { return yes(at::accelerator::getAccelerator(false).has_value()); });
  see("backward", [&] {
    const auto weight = torch::ones({3}, torch::requires_grad());
    (weight * weight).sum().backward();
    return std::to_string(weight.grad().sum().item<float>());
  });
  see("name", [&] { return c10::get_privateuse1_backend(); });
  see("bogus", [&] { return torch::Device("bogus").str(); });
  see("privateuseone", [&] { return torch::Device("privateuseone").str(); });
  return seen;
}

}  // namespace

TEST_CASE("a program that uses no accelerator behaves as without accelloader, until the first use and beyond") {
  const std::string stock = what_a_cpu_program_sees();
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  CHECK(what_a_cpu_program_sees() == stock);
  CHECK_FALSE(test::is_open(fakes::stock));
}

TEST_CASE("backward runs on both devices of a backend that is loaded after a backward on the CPU") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  const auto weight = torch::ones({3}, torch::requires_grad());
  (weight * weight).sum().backward();  // the engine starts its threads now, and never again
  CHECK_FALSE(test::is_open(fakes::stock));
  for (const char* name : {"vnpu:0", "vnpu:1"}) {
    const auto x = torch::ones({2}, torch::TensorOptions().device(torch::Device(name)).requires_grad(true));
    (x * x).sum().backward();
    CHECK(x.grad().cpu().sum().item<float>() == 4);
  }
  torch::manual_seed(1);
}
