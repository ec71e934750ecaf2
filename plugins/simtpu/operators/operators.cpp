// The operators that chips have kernels for, and what happens to all others.
#include "operators/operators.hpp"

namespace simtpu {
namespace {

// TORCH_LIBRARY_IMPL would do this in a static initialiser, where a failure ends the process.
torch::Library library(const char* name_space, c10::DispatchKey key) {
  return {torch::Library::IMPL, name_space, key, __FILE__, __LINE__};
}

}  // namespace

Operators::Operators()
    : aten_(library("aten", c10::DispatchKey::PrivateUse1)),
      fallback_(library("_", c10::DispatchKey::PrivateUse1)),
      autograd_(library("_", c10::DispatchKey::AutogradPrivateUse1)),
      autocast_(library("aten", c10::DispatchKey::AutocastPrivateUse1)),
      autocast_fallback_(library("_", c10::DispatchKey::AutocastPrivateUse1)) {
  register_copies(aten_);
  register_views(aten_);
  register_storage_changes(aten_);
  register_arithmetic(aten_);
  register_activations(aten_);
  register_matrices(aten_);
  register_convolutions(aten_);
  register_reductions(aten_);
  register_losses(aten_);
  register_random(aten_);
  register_host_fallback(fallback_);
  register_autograd_fallback(autograd_);
  register_autocast_casts(autocast_);
  register_autocast_fallback(autocast_fallback_);

  // What allocates comes last: until then, threads that use the device without its name meet the placeholder, and wait.
  register_factories(aten_);
}

}  // namespace simtpu
