// libtorch's one slot for out-of-tree devices: whose it is.
#pragma once

#include "plugin/torch_border.hpp"

namespace accelloader::torch {

/// The TorchBorder of a process that has libtorch. May be used from several threads.
class LibtorchSlot final : public plugin::TorchBorder {
 public:
  Result<std::unique_ptr<Claim>> claim(const Descriptor& descriptor) override;
  Version libtorch_version() const override;
};

}  // namespace accelloader::torch
