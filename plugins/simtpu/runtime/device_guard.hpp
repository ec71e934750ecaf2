// What libtorch asks of a device kind: its devices, what is current, streams and events.
#pragma once

#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "libtorch_compat.hpp"

namespace simtpu {

/// Stateless: what is current is kept per thread (runtime/devices.hpp). The members without `override` are asked for by
/// newer releases only.
class DeviceGuard final : public c10::impl::DeviceGuardImplInterface {
 public:
  c10::DeviceType type() const override { return c10::DeviceType::PrivateUse1; }
  c10::DeviceIndex deviceCount() const noexcept override;
#if __has_include(<c10/core/DeviceCapability.h>)
  c10::DeviceCapability getDeviceCapability(c10::Device device) const override;
#endif

  c10::Device exchangeDevice(c10::Device device) const override;
  c10::Device getDevice() const override;
  void setDevice(c10::Device device) const override;
  void uncheckedSetDevice(c10::Device device) const noexcept override;

  c10::Stream getStream(c10::Device device) const noexcept(compat::stream_noexcept) override;
  c10::Stream getDefaultStream(c10::Device device) const override;
  c10::Stream getNewStream(c10::Device device, int priority) const override;
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool high_priority) const override;
  c10::Stream exchangeStream(c10::Stream stream) const noexcept(compat::stream_noexcept) override;
  void* getStreamNativeHandle(c10::Stream stream) const;

  bool queryStream(const c10::Stream& stream) const override;
  void synchronizeStream(const c10::Stream& stream) const override;
  void synchronizeDevice(c10::DeviceIndex index) const override;

  void record(void** event, const c10::Stream& stream, c10::DeviceIndex index, c10::EventFlag flag) const override;
  void block(void* event, const c10::Stream& stream) const override;
  bool queryEvent(void* event) const override;
  void synchronizeEvent(void* event) const override;
  double elapsedTime(void* begin, void* end, c10::DeviceIndex index) const override;
  void destroyEvent(void* event, c10::DeviceIndex index) const noexcept override;

  void recordDataPtrOnStream(const c10::DataPtr& data, const c10::Stream& stream) const override;
};

}  // namespace simtpu
