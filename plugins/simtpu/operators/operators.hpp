// The operators that chips have kernels for, and what happens to all others.
#pragma once

#include <torch/library.h>

namespace simtpu {

/// Registered while it lives, and withdrawn with it. The constructor throws c10::Error when libtorch refuses one, for
/// example because its signature is another in that release.
class Operators {
 public:
  Operators();

 private:
  torch::Library aten_;
  torch::Library fallback_;
  torch::Library autograd_;
  torch::Library autocast_;
  torch::Library autocast_fallback_;
};

// Each a file of kernels.
void register_factories(torch::Library& aten);
void register_copies(torch::Library& aten);
void register_views(torch::Library& aten);
void register_storage_changes(torch::Library& aten);
void register_arithmetic(torch::Library& aten);
void register_activations(torch::Library& aten);
void register_matrices(torch::Library& aten);
void register_convolutions(torch::Library& aten);
void register_reductions(torch::Library& aten);
void register_losses(torch::Library& aten);
void register_random(torch::Library& aten);

// What is not a kernel.
void register_host_fallback(torch::Library& all);
void register_autograd_fallback(torch::Library& all);
void register_autocast_casts(torch::Library& aten);
void register_autocast_fallback(torch::Library& all);

}  // namespace simtpu
