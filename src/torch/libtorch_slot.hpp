// libtorch's one slot for out-of-tree devices: whose it is.
#pragma once

#include "plugin/torch_border.hpp"

namespace accelloader::torch {

/// Whether a back end is in libtorch to stay: loaded here and found whole, or brought by the program itself. False
/// while a plugin is being loaded, though it may have registered a guard already and not yet its operators.
bool slot_filled() noexcept;

/// The TorchBorder of a process that has libtorch. May be used from several threads.
class LibtorchSlot final : public plugin::TorchBorder {
 public:
  Result<std::unique_ptr<Claim>> claim(const Descriptor& descriptor) override;
  Version libtorch_version() const override;
};

}  // namespace accelloader::torch
