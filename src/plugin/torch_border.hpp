// What the core asks of accelloader::torch. The core links no libtorch, so the border introduces itself.
#pragma once

#include <memory>
#include <optional>

#include <accelloader/descriptor.hpp>
#include <accelloader/result.hpp>

namespace accelloader::plugin {

/// libtorch's one out-of-tree slot, seen from the loader.
class ACCELLOADER_EXPORT TorchBorder {
 public:
  /// The slot, held for one backend while its plugin is opened and activated on this thread. Given back when the claim
  /// dies, unless verify() succeeded or the plugin has already registered something.
  class ACCELLOADER_EXPORT Claim {
   public:
    virtual ~Claim();
    /// After opening and activating: is what a back end must register there? Then names the device.
    virtual std::optional<Error> verify() = 0;
  };

  virtual ~TorchBorder();

  /// Before anything is opened: an exception from a plugin's static constructor ends the process, so whatever can
  /// collide must be seen here. The descriptor must outlive the claim.
  virtual Result<std::unique_ptr<Claim>> claim(const Descriptor& descriptor) = 0;
  /// Of the libtorch in this process.
  virtual Version libtorch_version() const = 0;
};

/// Null until accelloader::torch::install() was called. The border lives as long as the process.
ACCELLOADER_EXPORT TorchBorder* torch_border() noexcept;
ACCELLOADER_EXPORT void set_torch_border(TorchBorder* border) noexcept;

}  // namespace accelloader::plugin
