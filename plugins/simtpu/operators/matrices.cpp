// Products of matrices: what linear layers are made of.
#include <ATen/ops/addmm.h>
#include <ATen/ops/baddbmm.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/mm.h>

#include "operators/elementwise.hpp"
#include "operators/operators.hpp"

namespace simtpu {
namespace {

using at::Scalar;
using at::Tensor;

Tensor& addmm(const Tensor& self, const Tensor& left, const Tensor& right, const Scalar& beta, const Scalar& alpha,
              Tensor& out) {
  const auto kernel = [beta, alpha](Tensor& to, const Tensor& from, const Tensor& a, const Tensor& b) {
    at::addmm_out(to, from, a, b, beta, alpha);
  };
  return launch_out(out, kernel, self, left, right);
}

Tensor& baddbmm(const Tensor& self, const Tensor& left, const Tensor& right, const Scalar& beta, const Scalar& alpha,
                Tensor& out) {
  const auto kernel = [beta, alpha](Tensor& to, const Tensor& from, const Tensor& a, const Tensor& b) {
    at::baddbmm_out(to, from, a, b, beta, alpha);
  };
  return launch_out(out, kernel, self, left, right);
}

}  // namespace

void register_matrices(torch::Library& aten) {
  aten.impl("mm.out", &binary<at::mm_out>);
  aten.impl("bmm.out", &binary<at::bmm_out>);
  aten.impl("addmm.out", &addmm);
  aten.impl("baddbmm.out", &baddbmm);
}

}  // namespace simtpu
