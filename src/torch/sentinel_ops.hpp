// Kernels that stand in for a plugin's until it registers its own: for code that says torch::kPrivateUse1 and no name.
#pragma once

namespace accelloader::torch {

/// Registers them. Once a process.
void install_sentinel_ops();

/// Whether a plugin has overridden the operator that every other one needs first, empty.memory_format.
bool allocating_operator_registered();

}  // namespace accelloader::torch
