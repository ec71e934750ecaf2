// What a program that uses no accelerator sees of accelloader: nothing.
#include "torch/stock_machine.hpp"

using test::accelerator;
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
  see("accelerator", [&] { return yes(accelerator().has_value()); });
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

/// Before the first use of `library`, and after it.
void check_that_nobody_notices(const char* backend, const char* library) {
  const std::string stock = what_a_cpu_program_sees();
  StockMachine machine;
  machine.add_torch(backend, library);
  machine.install();
  CHECK(what_a_cpu_program_sees() == stock);
  CHECK_FALSE(test::is_open(library));
}

void check_backward_on_both_devices(const std::string& backend, const char* library) {
  StockMachine machine;
  machine.add_torch(backend, library);
  machine.install();
  torch::manual_seed(1);
  CHECK_FALSE(torch::ones(2).is_pinned());
  CHECK_FALSE(accelerator().has_value());
  const auto weight = torch::ones({3}, torch::requires_grad());
  (weight * weight).sum().backward();  // the engine starts its threads now, and never again
  CHECK_FALSE(test::is_open(library));

  for (const char* index : {":0", ":1"}) {
    const auto on_device = torch::TensorOptions().device(torch::Device(backend + index));
    const auto x = torch::ones({2}, on_device.requires_grad(true));
    (x * x).sum().backward();
    CHECK(x.grad().device() == x.device());
    CHECK(x.grad().cpu().sum().item<float>() == 4);
  }
  CHECK(accelerator() == torch::kPrivateUse1);
  torch::manual_seed(1);
}

}  // namespace

TEST_CASE("a program that uses no accelerator behaves as without accelloader") {
  check_that_nobody_notices("vnpu", fakes::stock);
}

TEST_CASE("backward runs on both devices of a backend that is loaded after a backward on the CPU") {
  check_backward_on_both_devices("vnpu", fakes::stock);
}

#ifdef SIMTPU_LIBRARY
TEST_CASE("a program that uses no accelerator behaves as on a machine without simtpu") {
  check_that_nobody_notices("simtpu", SIMTPU_LIBRARY);
}

TEST_CASE("backward runs on both chips of simtpu, which is loaded after a backward on the CPU") {
  check_backward_on_both_devices("simtpu", SIMTPU_LIBRARY);
}
#endif
