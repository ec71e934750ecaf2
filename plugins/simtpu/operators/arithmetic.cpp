// Sums and products element by element: what layers and optimisers are made of.
#include <ATen/ops/add.h>
#include <ATen/ops/addcdiv.h>
#include <ATen/ops/addcmul.h>
#include <ATen/ops/div.h>
#include <ATen/ops/lerp.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/sqrt.h>
#include <ATen/ops/sub.h>

#include "operators/elementwise.hpp"
#include "operators/operators.hpp"

namespace simtpu {
namespace {

using at::Scalar;
using at::Tensor;

Tensor& add(const Tensor& left, const Tensor& right, const Scalar& alpha, Tensor& out) {
  const auto kernel = [alpha](Tensor& to, const Tensor& a, const Tensor& b) { at::add_out(to, a, b, alpha); };
  return launch_out(out, kernel, left, right);
}

Tensor& sub(const Tensor& left, const Tensor& right, const Scalar& alpha, Tensor& out) {
  const auto kernel = [alpha](Tensor& to, const Tensor& a, const Tensor& b) { at::sub_out(to, a, b, alpha); };
  return launch_out(out, kernel, left, right);
}

Tensor& addcmul(const Tensor& self, const Tensor& left, const Tensor& right, const Scalar& value, Tensor& out) {
  const auto kernel = [value](Tensor& to, const Tensor& from, const Tensor& a, const Tensor& b) {
    at::addcmul_out(to, from, a, b, value);
  };
  return launch_out(out, kernel, self, left, right);
}

Tensor& addcdiv(const Tensor& self, const Tensor& left, const Tensor& right, const Scalar& value, Tensor& out) {
  const auto kernel = [value](Tensor& to, const Tensor& from, const Tensor& a, const Tensor& b) {
    at::addcdiv_out(to, from, a, b, value);
  };
  return launch_out(out, kernel, self, left, right);
}

Tensor& lerp(const Tensor& self, const Tensor& end, const Scalar& weight, Tensor& out) {
  const auto kernel = [weight](Tensor& to, const Tensor& a, const Tensor& b) { at::lerp_out(to, a, b, weight); };
  return launch_out(out, kernel, self, end);
}

}  // namespace

void register_arithmetic(torch::Library& aten) {
  aten.impl("add.out", &add);
  aten.impl("sub.out", &sub);
  aten.impl("mul.out", &binary<at::mul_out>);
  aten.impl("div.out", &binary<at::div_out>);
  aten.impl("neg.out", &unary<at::neg_out>);
  aten.impl("sqrt.out", &unary<at::sqrt_out>);
  aten.impl("addcmul.out", &addcmul);
  aten.impl("addcdiv.out", &addcdiv);
  aten.impl("lerp.Scalar_out", &lerp);
}

}  // namespace simtpu
