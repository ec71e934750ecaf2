// Module::to() for devices that TensorImpl does not let a tensor move to in place.
#include <torch/nn/module.h>

#include <accelloader/torch.hpp>

namespace accelloader::torch {
namespace {

/// The tensor stays the same object, so whoever holds it (the module's member, an optimizer) has the moved one.
void move(at::Tensor tensor, c10::Device device) {
  if (!tensor.defined()) return;
  const at::Tensor moved = tensor.detach().to(device);
  // set_data() takes equal dispatch keys only, unless both backends stand in a list of in-tree ones
  // (TensorImpl::has_compatible_shallow_copy_type); so the keys change first, and set_data() changes the rest.
  if (tensor.device().type() != moved.device().type())
    tensor.unsafeGetTensorImpl()->_change_backend_component_keys(moved.device());
  tensor.set_data(moved);
}

}  // namespace

void to(::torch::nn::Module& module, c10::Device device) {
  const at::NoGradGuard no_grad;
  for (at::Tensor& parameter : module.parameters()) {
    at::Tensor gradient = parameter.grad();
    parameter.mutable_grad() = at::Tensor();  // it must have the parameter's device while that one moves
    move(parameter, device);
    if (!gradient.defined()) continue;
    move(gradient, device);
    parameter.mutable_grad() = gradient;
  }
  for (const at::Tensor& buffer : module.buffers()) move(buffer, device);
}

}  // namespace accelloader::torch
