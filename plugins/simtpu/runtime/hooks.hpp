// What libtorch asks of an accelerator outside of any operator.
#pragma once

#include <ATen/detail/PrivateUse1HooksInterface.h>

namespace simtpu {

/// Stateless. The members without `override` are asked for by newer releases only; the first two may never throw.
class Hooks final : public at::PrivateUse1HooksInterface {
 public:
  bool isBuilt() const { return true; }
  bool isAvailable() const { return true; }  // else activate() would have failed
  void init() const override {}              // activate() did it all
  bool hasPrimaryContext(c10::DeviceIndex index) const override;

  c10::DeviceIndex deviceCount() const override;
  c10::DeviceIndex getCurrentDevice() const override;
  void setCurrentDevice(c10::DeviceIndex index) const override;
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const override;
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex index) const override;

  const at::Generator& getDefaultGenerator(c10::DeviceIndex index) const override;
  at::Generator getNewGenerator(c10::DeviceIndex index) const override;

  at::Device getDeviceFromPtr(void* data) const override;
  bool isPinnedPtr(const void* data) const override;
  c10::Allocator* getPinnedMemoryAllocator() const override;
  void resizePrivateUse1Bytes(const c10::Storage& storage, std::size_t bytes) const override;
};

}  // namespace simtpu
