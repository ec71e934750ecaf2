// Convolutions. libtorch sends those of all devices that it does not know to the operators named "overrideable".
#include <cstdint>

#include <ATen/native/ConvUtils.h>
#include <ATen/ops/convolution.h>
#include <ATen/ops/convolution_backward.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>

#include "operators/launch.hpp"
#include "operators/operators.hpp"

namespace simtpu {
namespace {

using at::Tensor;

/// A kernel may run after the caller's arrays are gone, so it owns a copy.
struct Geometry {
  std::vector<std::int64_t> stride, padding, dilation, output_padding;
  bool transposed;
  std::int64_t groups;
};

std::vector<std::int64_t> output_size(const Tensor& input, const Tensor& weight, const Geometry& how) {
  if (!how.transposed)
    return at::native::conv_output_size(input.sizes(), weight.sizes(), how.padding, how.stride, how.dilation);
  return at::native::conv_input_size(input.sizes(), weight.sizes(), how.padding, how.output_padding, how.stride,
                                     how.dilation, how.groups);
}

Tensor convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                   c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                   c10::IntArrayRef output_padding, std::int64_t groups) {
  const Geometry how{stride.vec(), padding.vec(), dilation.vec(), output_padding.vec(), transposed, groups};
  Tensor out = at::empty(output_size(input, weight, how), input.options());
  const auto kernel = [how](Tensor& to, const Tensor& from, const Tensor& filter, const Tensor& offset) {
    at::convolution_out(to, from, filter, offset, how.stride, how.padding, how.dilation, how.transposed,
                        how.output_padding, how.groups);
  };
  launch(kernel, out, input, weight, bias.value_or(Tensor()));
  return out;
}

using Gradients = std::tuple<Tensor, Tensor, Tensor>;  // of input, weight and bias; undefined where nobody wants it

Gradients convolution_backward(const Tensor& gradient, const Tensor& input, const Tensor& weight,
                               c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation,
                               bool transposed, c10::IntArrayRef output_padding, std::int64_t groups,
                               std::array<bool, 3> wanted) {
  const Geometry how{stride.vec(), padding.vec(), dilation.vec(), output_padding.vec(), transposed, groups};
  Gradients out{wanted[0] ? at::empty_like(input) : Tensor(), wanted[1] ? at::empty_like(weight) : Tensor(),
                wanted[2] ? at::empty({gradient.size(1)}, gradient.options()) : Tensor()};
  const auto kernel = [how, wanted](Tensor& of_input, Tensor& of_weight, Tensor& of_bias, const Tensor& grad,
                                    const Tensor& from, const Tensor& filter) {
    const auto [a, b, c] =
        at::convolution_backward(grad, from, filter, c10::IntArrayRef{grad.size(1)}, how.stride, how.padding,
                                 how.dilation, how.transposed, how.output_padding, how.groups, wanted);
    if (wanted[0]) of_input.copy_(a);
    if (wanted[1]) of_weight.copy_(b);
    if (wanted[2]) of_bias.copy_(c);
  };
  launch(kernel, std::get<0>(out), std::get<1>(out), std::get<2>(out), gradient, input, weight);
  return out;
}

}  // namespace

void register_convolutions(torch::Library& aten) {
  aten.impl("convolution_overrideable", &convolution);
  aten.impl("convolution_backward_overrideable", &convolution_backward);
}

}  // namespace simtpu
