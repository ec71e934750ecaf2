// Operators give what the CPU gives, with kernels and through the host fallback.
#include <cstdint>

#include <ATen/autocast_mode.h>
#include <torch/library.h>

#include "support.hpp"

using namespace simtpu_test;
using torch::Tensor;

namespace {
/// The same function on the host and on a chip, of the same input.
void check_same(const char* name, const std::function<Tensor(const Tensor&)>& function, const Tensor& input) {
  INFO(name);
  Tensor actual;
  REQUIRE(thrown([&] { actual = function(input.to(chip(1))); }) == thrown([&] { function(input); }));
  if (!actual.defined()) return;
  CHECK(actual.device() == chip(1));
  CHECK(same(actual, function(input)));
}
}  // namespace

#define SAME(expression, input) \
  check_same(                   \
      #expression, [&](const Tensor& x) -> Tensor { return expression; }, input)

TEST_CASE("elementwise operators") {
  const auto a = torch::randn({3, 4}), d = torch::randn({3, 4}, torch::kDouble), i = torch::arange(1, 13).view({3, 4});
  for (const auto& input : {a, d, i, a.t(), a.slice(1, 0, 4, 2), torch::tensor(2.f), torch::empty({0, 2})}) {
    SAME(x + x, input);
    SAME(x + 1, input);
    SAME(x + 1.5, input);
    SAME(1 - x, input);
    SAME(x - x, input);
    SAME(torch::add(x, x, 3), input);
    SAME(x * 2, input);
    SAME(x * x.sum(), input);
    SAME(x / 3, input);
    SAME(x / x.abs().add(1), input);
    SAME(-x, input);
    SAME(x.abs().sqrt(), input);
    SAME(torch::relu(x), input);
    SAME(torch::addcmul(x, x, x, 2), input);
    SAME(x.sum(), input);
    SAME(x.sum(-1, true), input);
    SAME(x > 0, input);
    SAME(x.to(torch::kFloat).mean(), input);
    SAME(x.max(), input);
    SAME(x.clone().mul_(3), input);
    SAME(x.clone().add_(x), input);
    SAME(x.clone().zero_(), input);
    SAME(x.clone().fill_(2), input);
    SAME(x.clone().clamp_min(0), input);
  }
  for (const auto& input : {a, d, a.t(), torch::tensor(2.f)}) {
    SAME(x.sigmoid(), input);
    SAME(x.tanh(), input);
    SAME(x.clone().relu_(), input);
    SAME(torch::addcdiv(x, x, x.abs() + 1, 0.5), input);
    SAME(torch::lerp(x, x + 1, 0.25), input);
    SAME(x.mean(), input);
    SAME(torch::softmax(x, -1), input);
    SAME(torch::log_softmax(x, 0), input);
    SAME(torch::mse_loss(x, x.detach() + 1), input);
    SAME(x.pow(2), input);
    SAME(x.exp(), input);
    SAME(torch::gelu(x), input);
    SAME(x.clone().lerp_(x * 2, 0.5), input);
  }
}

TEST_CASE("types are promoted as on the CPU") {
  for (const auto left : {torch::kFloat, torch::kDouble, torch::kHalf, torch::kInt, torch::kBool})
    for (const auto right : {torch::kFloat, torch::kDouble, torch::kHalf, torch::kInt, torch::kBool}) {
      const auto a = torch::ones({2}, left), b = torch::ones({2}, right), s = torch::ones({}, right);
      CHECK(same(a.to(chip(0)) + b.to(chip(0)), a + b));
      CHECK(same(a.to(chip(0)) * s.to(chip(0)), a * s));
      CHECK(same(a.to(chip(0)) * s, a * s));  // a single number may stay on the host
      CHECK(same(a.to(chip(0)) * 2.5, a * 2.5));
      CHECK(same(a.to(chip(0)) * 2, a * 2));
    }
}

TEST_CASE("a single number of the host is taken by value") {
  power_on();
  const c10::StreamGuard guard(c10::impl::getDeviceGuardImpl(torch::kPrivateUse1)->getNewStream(chip(0), 0));
  auto number = torch::tensor(2.f);
  auto x = torch::ones({512, 512}, on_chip());
  for (int i = 0; i < 10; ++i) x = torch::mm(x, x) * 0 + 1;
  const auto y = x * number;
  number.fill_(100);
  CHECK(y.max().item<float>() == 2);
}

TEST_CASE("operators that write to a given tensor") {
  auto a = torch::randn({3, 4}, on_chip()), out = torch::empty({0}, on_chip());
  torch::add_out(out, a, a);
  CHECK(same(out, a.cpu() * 2));
  auto transposed = torch::empty({4, 3}, on_chip()).t();
  const auto strides = transposed.strides().vec();
  torch::mul_out(transposed, a, a);
  CHECK(same(transposed, a.cpu() * a.cpu()));
  CHECK(transposed.strides() == strides);
  auto wide = torch::empty({3, 4}, on_chip().dtype(torch::kDouble));
  torch::sub_out(wide, a, a * 2);
  CHECK(same(wide, (-a.cpu()).to(torch::kDouble)));
  auto integers = torch::empty({3, 4}, on_chip().dtype(torch::kInt));
  CHECK(thrown([&] { torch::add_out(integers, a, a); }).find("can't be cast") != std::string::npos);
  auto product = torch::empty({0}, on_chip());
  torch::mm_out(product, a, a.t());
  CHECK(near(product, torch::mm(a.cpu(), a.cpu().t())));
  auto part = torch::zeros({6, 4}, on_chip());
  auto rows = part.slice(0, 1, 4);
  torch::add_out(rows, a, 1);
  CHECK(same(part.slice(0, 1, 4), a.cpu() + 1));
  CHECK(part[0].sum().item<float>() == 0);
  auto sum = torch::empty({0}, on_chip());
  torch::sum_out(sum, a, {1});
  CHECK(same(sum, a.cpu().sum(1)));
  auto by_fallback = torch::empty({0}, on_chip());
  torch::exp_out(by_fallback, a);
  CHECK(same(by_fallback, a.cpu().exp()));
}

TEST_CASE("writes to overlapping memory are refused as on the CPU") {
  const auto overlap = [](Tensor x) { x.slice(0, 1, 4).add_(x.slice(0, 0, 3)); };
  CHECK(thrown([&] { overlap(torch::ones({4})); }) != "");
  CHECK(thrown([&] { overlap(torch::ones({4}, on_chip())); }) == thrown([&] { overlap(torch::ones({4})); }));
}

TEST_CASE("tensors on two devices are not mixed") {
  const auto a = torch::ones({2, 2}, on_chip(0)), b = torch::ones({2, 2}, on_chip(1)), c = torch::ones({2, 2});
  CHECK(thrown([&] { a + b; }).find("simtpu:1") != std::string::npos);
  CHECK(thrown([&] { a + c; }) != "");
  CHECK(thrown([&] { torch::mm(a, b); }) ==
        "expected all tensors on one device, but found some on `simtpu:0` and some on `simtpu:1`");
  CHECK(thrown([&] { torch::mm(a, c); }) ==
        "expected all tensors on one device, but found some on `simtpu:0` and some on `cpu`");
}

TEST_CASE("products of matrices") {
  const auto a = torch::randn({5, 3}), batch = torch::randn({2, 5, 3});
  SAME(torch::mm(x, x.t()), a);
  SAME(torch::mm(x.t(), x), a);
  SAME(torch::addmm(x[0], x.t(), x, 0.5, 2), torch::randn({3, 3}));
  SAME(torch::bmm(x, x.transpose(1, 2)), batch);
  SAME(torch::matmul(x, x[0].t()), batch);
  SAME(torch::baddbmm(x, x, x), torch::randn({2, 3, 3}));
  SAME(torch::linear(x, x, x.sum(1)), a);
  SAME(torch::mv(x, x[0]), a);
  SAME(torch::dot(x[0], x[1]), a);
  SAME(torch::einsum("bij,bkj->ik", {x, x}), batch);
  CHECK(thrown([&] { torch::mm(a.to(chip(0)), a.to(chip(0))); }) == thrown([&] { torch::mm(a, a); }));
}

TEST_CASE("convolutions, their gradients, and other layers") {
  const auto image = torch::randn({2, 4, 9, 9});
  const auto filter = torch::randn({6, 4, 3, 3}), offset = torch::randn({6});
  CHECK(near(torch::conv2d(image.to(chip(0)), filter.to(chip(0)), offset.to(chip(0)), 2, 1),
             torch::conv2d(image, filter, offset, 2, 1), 1e-5));
  const auto half = filter.slice(1, 0, 2).contiguous();
  const std::vector<std::int64_t> ones{1, 1}, zeros{0, 0}, twos{2, 2};
  CHECK(near(at::conv2d(image.to(chip(0)), half.to(chip(0)), {}, at::IntArrayRef(ones), at::IntArrayRef(zeros),
                        at::IntArrayRef(twos), 2),
             at::conv2d(image, half, {}, at::IntArrayRef(ones), at::IntArrayRef(zeros), at::IntArrayRef(twos), 2),
             1e-5));
  CHECK(near(torch::conv_transpose2d(image.to(chip(0)), filter.transpose(0, 1).contiguous().to(chip(0)),
                                     torch::Tensor(), 2, 1, 1),
             torch::conv_transpose2d(image, filter.transpose(0, 1).contiguous(), torch::Tensor(), 2, 1, 1), 1e-5));
  CHECK(near(torch::conv1d(image[0].to(chip(0)), torch::ones({3, 9, 2}, on_chip(0))),
             torch::conv1d(image[0], torch::ones({3, 9, 2})), 1e-5));
  SAME(torch::max_pool2d(x, 2), image);
  SAME(torch::avg_pool2d(x, 3), image);
  SAME(torch::adaptive_avg_pool2d(x, {1, 1}), image);
  CHECK(near(torch::layer_norm(image.to(chip(0)), {9}), torch::layer_norm(image, {9})));
  SAME(torch::batch_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5, false), image);
  SAME(torch::embedding(x[0][0], torch::tensor({1, 2}).to(x.device())), image);
}

TEST_CASE("operators by the host fallback") {
  const auto a = torch::randn({4, 4});
  SAME(torch::sin(x), a);
  SAME(x.argmax(1), a);
  SAME(std::get<0>(x.sort()), a);
  SAME(std::get<1>(x.topk(2)), a);
  SAME(torch::cat({x, x}, 1), a);
  SAME(torch::stack({x, x}), a);
  SAME(torch::where(x > 0, x, -x), a);
  SAME(x.cumsum(0), a);
  SAME(torch::eye(3, x.options()), a);
  SAME(torch::arange(5, x.options()), a);
  SAME(torch::linspace(0, 1, 5, x.options()), a);
  SAME(torch::tril_indices(3, 3, 0, x.options().dtype(torch::kLong)), a);
  SAME(torch::full({2}, 3.5, x.options()), a);
  SAME(torch::linalg_inv(x + 5 * torch::eye(4, x.options())), a);
  SAME(x.triu().norm(), a);
  CHECK(torch::equal(a.to(chip(0)), a.to(chip(0)).clone()));
  CHECK(torch::allclose(a.to(chip(0)), a.to(chip(0)).clone()));
}

TEST_CASE("gradients on both chips, in a process that takes some on the CPU too") {
  power_on();  // the engine of libtorch counts devices once, at the first backward
  const auto data = torch::randn({3, 3});
  const auto gradient = [&](torch::Device device, const std::function<Tensor(const Tensor&)>& function) {
    auto x = data.to(device).detach().requires_grad_();
    function(x).backward();
    CHECK(x.grad().device() == x.device());
    return x.grad();
  };
  const std::vector<std::function<Tensor(const Tensor&)>> functions = {
      [](const Tensor& x) { return torch::relu(x).mm(x).sum(); },
      [](const Tensor& x) { return torch::sigmoid(x).mul(torch::tanh(x)).mean(); },
      [](const Tensor& x) { return torch::cross_entropy_loss(x, torch::arange(3, x.options().dtype(torch::kLong))); },
      [](const Tensor& x) {
        return torch::cross_entropy_loss(x, torch::arange(3, x.options().dtype(torch::kLong)), x.detach()[0].abs());
      },
      [](const Tensor& x) { return torch::softmax(x, 1).mul(x).sum(); },
      [](const Tensor& x) { return torch::mse_loss(x, x.detach() + 2); },
      [](const Tensor& x) {
        return torch::gelu(x).select(0, 1).unsqueeze(0).expand({4, 3}).sum();
      },
      [](const Tensor& x) { return x.unfold(1, 2, 1).pow(3).sum(); },
      [](const Tensor& x) { return x.to(x.is_cpu() ? torch::Device(torch::kCPU) : chip(1)).sin().sum().cpu(); },
      [](const Tensor& x) {
        return torch::cat({x, x * 2}).div(x.abs().add(1).sum()).sum();
      },
  };
  for (const auto& function : functions)
    for (const int index : {0, 1}) CHECK(near(gradient(chip(index), function), gradient(torch::kCPU, function)));
}

TEST_CASE("double backward") {
  auto x = torch::ones({2}, on_chip()).requires_grad_();
  const auto first = torch::autograd::grad({x.tanh().sum()}, {x}, {}, true, true)[0];
  first.sum().backward();
  auto y = torch::ones({2}).requires_grad_();
  torch::autograd::grad({y.tanh().sum()}, {y}, {}, true, true)[0].sum().backward();
  CHECK(near(x.grad(), y.grad()));
}

TEST_CASE("custom operators without a gradient work") {
  power_on();
  static torch::Library library(torch::Library::DEF, "simtpu_test", std::nullopt, __FILE__, __LINE__);
  library.def("twice(Tensor x) -> Tensor");
  static torch::Library kernels(torch::Library::IMPL, "simtpu_test", c10::DispatchKey::PrivateUse1, __FILE__, __LINE__);
  kernels.impl("twice", [](const Tensor& x) { return x * 2; });
  const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("simtpu_test::twice", "").typed<Tensor(const Tensor&)>();
  CHECK(op.call(torch::ones({2}, on_chip()).requires_grad_()).sum().item<float>() == 4);
}

TEST_CASE("automatic mixed precision") {
  power_on();
  at::autocast::set_autocast_enabled(torch::kPrivateUse1, true);
  at::autocast::set_autocast_dtype(torch::kPrivateUse1, torch::kBFloat16);
  const auto a = torch::randn({4, 4}, on_chip());
  const auto product = torch::mm(a, a);
  const auto sum = a + 1;
  const auto probabilities = torch::softmax(product, 1);
  const auto line = torch::linear(a, a);
  at::autocast::set_autocast_enabled(torch::kPrivateUse1, false);
  at::autocast::clear_cache();
  CHECK(product.dtype() == torch::kBFloat16);
  CHECK(line.dtype() == torch::kBFloat16);
  CHECK(sum.dtype() == torch::kFloat);
  CHECK(probabilities.dtype() == torch::kFloat);

  at::autocast::set_autocast_enabled(torch::kCPU, true);  // of the CPU: no business of a chip's
  const auto untouched = torch::mm(a, a);
  at::autocast::set_autocast_enabled(torch::kCPU, false);
  at::autocast::clear_cache();
  CHECK(same(untouched, torch::mm(a.cpu(), a.cpu())));
}

TEST_CASE("inference mode, and lists of tensors") {
  const torch::InferenceMode mode;
  auto x = torch::ones({3}, on_chip());
  x.add_(1);
  CHECK(x.sum().item<float>() == 6);
  at::_foreach_add_({x, x}, 1);
  CHECK(x.sum().item<float>() == 12);
  CHECK(at::_foreach_mul({x}, 2)[0].sum().item<float>() == 24);
}
