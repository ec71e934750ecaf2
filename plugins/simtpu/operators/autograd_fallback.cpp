// Custom operators without a gradient of their own.
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/autograd/autograd_not_implemented_fallback.h>

#include "operators/operators.hpp"

namespace simtpu {

// libtorch's operators bring their gradients. For others it falls back to "none", on this slot only in newer releases.
void register_autograd_fallback(torch::Library& all) {
  const bool has_one =
      c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(c10::DispatchKey::AutogradPrivateUse1);
  if (!has_one) all.fallback(torch::autograd::basicAutogradNotImplementedFallback());
}

}  // namespace simtpu
