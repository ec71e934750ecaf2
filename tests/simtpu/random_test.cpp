// Random numbers of chips: those of the CPU, from generators of their own.
#include <cstdint>

#include "support.hpp"

using namespace simtpu_test;

namespace {
at::Generator generator(int index) { return at::globalContext().defaultGenerator(chip(index)); }
void seed(std::uint64_t value) {
  power_on();
  torch::manual_seed(value);
#if TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR < 7
  for (int i : {0, 1}) generator(i).set_current_seed(value);  // libtorch 2.6 seeds only the devices that it knows
#endif
}
}  // namespace

TEST_CASE("the same seed gives the numbers of the CPU, on every chip") {
  const std::vector<std::function<torch::Tensor(torch::Device)>> draws = {
      [](torch::Device d) { return torch::rand({1000}, d); },
      [](torch::Device d) { return torch::randn({1000}, d); },
      [](torch::Device d) { return torch::randn({7}, d); },
      [](torch::Device d) { return torch::randint(5, 100, {1000}, d); },
      [](torch::Device d) { return torch::randint(100, {1000}, d); },
      [](torch::Device d) { return torch::empty({100}, d).random_(); },
      [](torch::Device d) { return torch::empty({100}, d).bernoulli_(0.3); },
      [](torch::Device d) { return torch::empty({100}, d).bernoulli_(torch::full({100}, 0.3f, d)); },
      [](torch::Device d) { return torch::bernoulli(torch::full({100}, 0.3f, d)); },
      [](torch::Device d) { return torch::empty({100}, d).exponential_(2); },
      [](torch::Device d) { return torch::empty({100}, d).geometric_(0.2); },  // from here on by the host fallback
      [](torch::Device d) { return torch::randperm(100, d); },
      [](torch::Device d) { return torch::multinomial(torch::ones({20}, d), 10); },
      [](torch::Device d) { return at::normal(torch::zeros({10}, d), 2.0); },
      [](torch::Device d) {
        return torch::rand({10, 10}, d).t().uniform_(1, 2);
      },
  };
  for (std::size_t i = 0; i < draws.size(); ++i)
    for (const int index : {0, 1}) {
      INFO(i);
      seed(42);
      const auto actual = draws[i](chip(index)), next = draws[i](chip(index));
      seed(42);
      CHECK(same(actual, draws[i](torch::kCPU)));
      CHECK(same(next, draws[i](torch::kCPU)));
    }
}

TEST_CASE("the CPU's generator is not touched by a chip") {
  seed(1);
  const auto expected = torch::rand({4});
  seed(1);
  torch::rand({4}, on_chip());
  torch::randperm(4, on_chip());
  torch::dropout(torch::ones({100}, on_chip()), 0.5, true);
  CHECK(same(torch::rand({4}), expected));
}

TEST_CASE("dropout drops what the CPU drops") {
  for (const double p : {0.0, 0.3, 0.5, 1.0}) {
    seed(7);
    const auto expected = torch::dropout(torch::ones({1000}), p, true);
    seed(7);
    auto x = torch::ones({1000}, on_chip(1)).requires_grad_();
    const auto actual = torch::dropout(x, p, true);
    CHECK(near(actual, expected));
    actual.sum().backward();
    CHECK(near(x.grad(), expected));
  }
  CHECK(same(torch::dropout(torch::ones({10}, on_chip()), 0.5, false), torch::ones({10})));
}

TEST_CASE("generators have states, and chips have their own") {
  auto first = generator(0), second = generator(1);
  CHECK(first.device() == chip(0));
  CHECK(second.device() == chip(1));
  first.set_current_seed(5);
  second.set_current_seed(5);
  CHECK(first.current_seed() == 5);
  const auto state = first.get_state();
  const auto a = torch::rand({5}, on_chip(0));
  CHECK(same(torch::rand({5}, on_chip(1)), a));
  CHECK(!same(torch::rand({5}, on_chip(0)), a));
  first.set_state(state);
  auto copy = first.clone();
  CHECK(same(torch::rand({5}, on_chip(0)), a));
  CHECK(same(torch::rand({5}, copy, on_chip(0)), a));
  CHECK(copy.device() == chip(0));
  auto fresh = at::globalContext().getAcceleratorHooksInterface(torch::kPrivateUse1).getNewGenerator(1);
  fresh.set_current_seed(5);
  CHECK(same(torch::rand({5}, fresh, on_chip(1)), a));
  CHECK(same(torch::rand({5}, fresh, on_chip(1)), torch::rand({5}, on_chip(1))));  // both in the same place again
  CHECK(thrown([&] { torch::rand({5}, fresh, on_chip(0)); }) == "a generator of `simtpu:1` cannot draw on `simtpu:0`");
  CHECK(thrown([&] { torch::rand({5}, at::detail::getDefaultCPUGenerator(), on_chip(0)); }) ==
        "a generator of `cpu` cannot draw on `simtpu:0`");
  CHECK(first.seed() != 5);
}

TEST_CASE("draws keep the order of the program on every stream") {
  power_on();
  const c10::StreamGuard guard(c10::impl::getDeviceGuardImpl(torch::kPrivateUse1)->getNewStream(chip(0), 0));
  seed(3);
  auto slow = torch::ones({256, 256}, on_chip());
  for (int i = 0; i < 20; ++i) slow = torch::mm(slow, slow) * 0;
  const auto a = torch::rand({5}, on_chip(0));
  seed(3);
  CHECK(same(torch::rand({5}, on_chip(0)), a));
}
