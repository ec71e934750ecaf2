// Activation functions and their gradients.
#include <cstdint>

#include <ATen/ops/_log_softmax.h>
#include <ATen/ops/_log_softmax_backward_data.h>
#include <ATen/ops/_softmax.h>
#include <ATen/ops/_softmax_backward_data.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sigmoid_backward.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tanh_backward.h>
#include <ATen/ops/threshold_backward.h>

#include "operators/elementwise.hpp"
#include "operators/operators.hpp"

namespace simtpu {
namespace {

using at::Scalar;
using at::Tensor;

// libtorch does not make the other forms of relu from one, as it does for the operators below.
Tensor relu(const Tensor& self) {
  Tensor out = at::empty_like(self);
  launch([](Tensor& to, const Tensor& from) { at::relu_out(to, from); }, out, self);
  return out;
}

Tensor& relu_(Tensor& self) {
  launch([](Tensor& tensor) { at::relu_(tensor); }, self);
  return self;
}

Tensor& threshold_backward(const Tensor& gradient, const Tensor& self, const Scalar& threshold, Tensor& out) {
  const auto kernel = [threshold](Tensor& to, const Tensor& grad, const Tensor& from) {
    at::threshold_backward_out(to, grad, from, threshold);
  };
  return launch_out(out, kernel, gradient, self);
}

Tensor& softmax(const Tensor& self, std::int64_t dim, bool half_to_float, Tensor& out) {
  const auto kernel = [=](Tensor& to, const Tensor& from) { at::_softmax_out(to, from, dim, half_to_float); };
  return launch_out(out, kernel, self);
}

Tensor& log_softmax(const Tensor& self, std::int64_t dim, bool half_to_float, Tensor& out) {
  const auto kernel = [=](Tensor& to, const Tensor& from) { at::_log_softmax_out(to, from, dim, half_to_float); };
  return launch_out(out, kernel, self);
}

Tensor& softmax_backward(const Tensor& gradient, const Tensor& output, std::int64_t dim, c10::ScalarType input_type,
                         Tensor& out) {
  const auto kernel = [=](Tensor& to, const Tensor& grad, const Tensor& result) {
    at::_softmax_backward_data_out(to, grad, result, dim, input_type);
  };
  return launch_out(out, kernel, gradient, output);
}

Tensor& log_softmax_backward(const Tensor& gradient, const Tensor& output, std::int64_t dim, c10::ScalarType input_type,
                             Tensor& out) {
  const auto kernel = [=](Tensor& to, const Tensor& grad, const Tensor& result) {
    at::_log_softmax_backward_data_out(to, grad, result, dim, input_type);
  };
  return launch_out(out, kernel, gradient, output);
}

}  // namespace

void register_activations(torch::Library& aten) {
  aten.impl("relu", &relu);
  aten.impl("relu_", &relu_);
  aten.impl("threshold_backward.grad_input", &threshold_backward);
  aten.impl("sigmoid.out", &unary<at::sigmoid_out>);
  aten.impl("sigmoid_backward.grad_input", &binary<at::sigmoid_backward_out>);
  aten.impl("tanh.out", &unary<at::tanh_out>);
  aten.impl("tanh_backward.grad_input", &binary<at::tanh_backward_out>);
  aten.impl("_softmax.out", &softmax);
  aten.impl("_softmax_backward_data.out", &softmax_backward);
  aten.impl("_log_softmax.out", &log_softmax);
  aten.impl("_log_softmax_backward_data.out", &log_softmax_backward);
}

}  // namespace simtpu
