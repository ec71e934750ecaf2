// Operators that need nothing but libtorch's function of the same meaning: one template for each number of inputs.
//
// Only the form that writes to a given tensor is registered (`sqrt.out`). For these operators libtorch makes the other
// two of it: sqrt(x) allocates and calls it, sqrt_(x) calls it on x itself.
#pragma once

#include "operators/launch.hpp"

namespace simtpu {

using UnaryKernel = at::Tensor& (*)(at::Tensor& out, const at::Tensor& input);
using BinaryKernel = at::Tensor& (*)(at::Tensor& out, const at::Tensor& left, const at::Tensor& right);

template <UnaryKernel kernel>
at::Tensor& unary(const at::Tensor& input, at::Tensor& out) {
  return launch_out(out, kernel, input);
}

template <BinaryKernel kernel>
at::Tensor& binary(const at::Tensor& left, const at::Tensor& right, at::Tensor& out) {
  return launch_out(out, kernel, left, right);
}

}  // namespace simtpu
