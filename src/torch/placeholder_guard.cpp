#include "torch/placeholder_guard.hpp"

#include <c10/util/Exception.h>

#include "torch/first_use.hpp"
#include "torch/forwarding_guard.hpp"
#include "torch/libtorch_slot.hpp"

namespace accelloader::torch {
namespace {

using Guard = c10::impl::DeviceGuardImplInterface;

std::atomic<const Guard*>& slot() noexcept {
  return c10::impl::device_guard_impl_registry[static_cast<std::size_t>(c10::DeviceType::PrivateUse1)];
}

// noexcept in libtorch 2.6 and no longer in 2.13.
constexpr bool streams_cannot_throw = noexcept(std::declval<const Guard&>().getStream(std::declval<c10::Device>()));

/// Most members mean that the device is used: they load. Those that CPU programs reach, and those that cannot report a
/// failure, do not. Objects that were made before the load (a DeviceGuard, an Event) keep this guard, so it lives for
/// ever and forwards after the load.
class PlaceholderGuard final : public WholeForwardingGuard {
 public:
  void uncheckedSetDevice(c10::Device device) const noexcept override {
    if (const Guard* plugin = plugin_guard()) plugin->uncheckedSetDevice(device);
  }

  c10::Stream getStream(c10::Device device) const noexcept(streams_cannot_throw) override {
    if (streams_cannot_throw && !plugin_guard()) return c10::Stream(c10::Stream::DEFAULT, device);
    return target().getStream(device);
  }

  c10::Stream exchangeStream(c10::Stream stream) const noexcept(streams_cannot_throw) override {
    if (streams_cannot_throw && !plugin_guard()) return stream;
    return target().exchangeStream(stream);
  }

  void destroyEvent(void* event, const c10::DeviceIndex index) const noexcept override {
    if (const Guard* plugin = plugin_guard()) plugin->destroyEvent(event, index);
  }

  /// The autograd engine asks once, at the first backward of the process, and starts a thread for each device then and
  /// never again (torch/csrc/autograd/engine.cpp): a backward on a device that was not counted ends in an assertion.
  c10::DeviceIndex deviceCount() const noexcept override {
    const Guard* plugin = plugin_guard();
    return plugin ? plugin->deviceCount() : probed_device_count();
  }

 protected:
  const Guard& target() const override {
    if (!slot_filled()) use_the_device();
    const Guard* plugin = plugin_guard();
    TORCH_CHECK(plugin, "the plugin of the device has registered no device guard");
    return *plugin;
  }
};

// Leaked, as the interface asks for.
const Guard* placeholder() noexcept {
  static const Guard* const guard = new PlaceholderGuard;
  return guard;
}

}  // namespace

bool install_placeholder_guard() {
  const Guard* free = nullptr;
  return slot().compare_exchange_strong(free, placeholder()) || free == placeholder();
}

const Guard* plugin_guard() noexcept {
  const Guard* guard = slot().load(std::memory_order_acquire);
  return guard == placeholder() ? nullptr : guard;
}

}  // namespace accelloader::torch
