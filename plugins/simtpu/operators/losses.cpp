// Losses and their gradients.
#include <cstdint>

#include <ATen/native/Resize.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mse_loss.h>
#include <ATen/ops/mse_loss_backward.h>
#include <ATen/ops/nll_loss_backward.h>
#include <ATen/ops/nll_loss_forward.h>

#include "operators/launch.hpp"
#include "operators/operators.hpp"

namespace simtpu {
namespace {

using at::Tensor;

// Not mse_loss_out: that would first use `out` for the differences, which are more than their sum.
Tensor& mse_loss(const Tensor& self, const Tensor& target, std::int64_t reduction, Tensor& out) {
  const auto kernel = [reduction](Tensor& to, const Tensor& a, const Tensor& b) {
    const Tensor loss = at::mse_loss(a, b, reduction);
    at::native::resize_output(to, loss.sizes());
    to.copy_(loss);
  };
  return launch_out(out, kernel, self, target);
}

// libtorch has no shape function for this one; but a gradient has the shape of what it is the gradient of.
Tensor mse_loss_backward(const Tensor& gradient, const Tensor& self, const Tensor& target, std::int64_t reduction) {
  Tensor out = at::empty_like(self);
  const auto kernel = [reduction](Tensor& to, const Tensor& grad, const Tensor& a, const Tensor& b) {
    at::mse_loss_backward_out(to, grad, a, b, reduction);
  };
  launch(kernel, out, gradient, self, target);
  return out;
}

using TwoTensors = std::tuple<Tensor&, Tensor&>;

TwoTensors nll_loss_forward(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight,
                            std::int64_t reduction, std::int64_t ignored, Tensor& out, Tensor& total_weight) {
  const auto kernel = [=](Tensor& to, Tensor& total, const Tensor& scores, const Tensor& classes,
                          const Tensor& weights) {
    at::nll_loss_forward_out(to, total, scores, classes, weights, reduction, ignored);
  };
  const Tensor weights = weight.value_or(Tensor());
  prepare(kernel, std::tie(out, total_weight), self, target, weights);
  launch(kernel, out, total_weight, self, target, weights);
  return {out, total_weight};
}

Tensor& nll_loss_backward(const Tensor& gradient, const Tensor& self, const Tensor& target,
                          const std::optional<Tensor>& weight, std::int64_t reduction, std::int64_t ignored,
                          const Tensor& total_weight, Tensor& out) {
  const auto kernel = [=](Tensor& to, const Tensor& grad, const Tensor& scores, const Tensor& classes,
                          const Tensor& weights, const Tensor& total) {
    at::nll_loss_backward_out(to, grad, scores, classes, weights, reduction, ignored, total);
  };
  return launch_out(out, kernel, gradient, self, target, weight.value_or(Tensor()), total_weight);
}

}  // namespace

void register_losses(torch::Library& aten) {
  aten.impl("mse_loss.out", &mse_loss);
  aten.impl("mse_loss_backward", &mse_loss_backward);
  aten.impl("nll_loss_forward.output", &nll_loss_forward);
  aten.impl("nll_loss_backward.grad_input", &nll_loss_backward);
}

}  // namespace simtpu
