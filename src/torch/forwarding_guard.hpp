// A device guard that hands every call on to another one, in whatever form the interface has in this libtorch.
#pragma once

#include <utility>

#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace accelloader::torch {

/// The members that every libtorch from 2.6 on has. `Guard` is c10's interface.
class ForwardingGuard : public c10::impl::DeviceGuardImplInterface {
 public:
  using Guard = c10::impl::DeviceGuardImplInterface;

  c10::DeviceType type() const override { return c10::DeviceType::PrivateUse1; }
  c10::Device exchangeDevice(c10::Device device) const override { return target().exchangeDevice(device); }
  c10::Device getDevice() const override { return target().getDevice(); }
  void setDevice(c10::Device device) const override { target().setDevice(device); }
  c10::Stream getDefaultStream(c10::Device device) const override { return target().getDefaultStream(device); }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool high_priority) const override {
    return target().getStreamFromGlobalPool(device, high_priority);
  }
  c10::Stream getNewStream(c10::Device device, int priority) const override {
    return target().getNewStream(device, priority);
  }
  void record(void** event, const c10::Stream& stream, const c10::DeviceIndex index,
              const c10::EventFlag flag) const override {
    target().record(event, stream, index, flag);
  }
  void block(void* event, const c10::Stream& stream) const override { target().block(event, stream); }
  bool queryEvent(void* event) const override { return target().queryEvent(event); }
  bool queryStream(const c10::Stream& stream) const override { return target().queryStream(stream); }
  void synchronizeStream(const c10::Stream& stream) const override { target().synchronizeStream(stream); }
  void synchronizeEvent(void* event) const override { target().synchronizeEvent(event); }
  void synchronizeDevice(const c10::DeviceIndex index) const override { target().synchronizeDevice(index); }
  void recordDataPtrOnStream(const c10::DataPtr& data, const c10::Stream& stream) const override {
    target().recordDataPtrOnStream(data, stream);
  }
  double elapsedTime(void* first, void* second, const c10::DeviceIndex index) const override {
    return target().elapsedTime(first, second, index);
  }

 protected:
  /// Where calls go. May load a plugin, and throw.
  virtual const Guard& target() const = 0;
};

// Members that the interface got after 2.6, each forwarded where it is. The second form is chosen if the member exists.

template <class Base, class = void>
class ForwardsNativeHandle : public Base {};
template <class Base>
class ForwardsNativeHandle<Base, std::void_t<decltype(&Base::Guard::getStreamNativeHandle)>> : public Base {
 public:
  void* getStreamNativeHandle(const c10::Stream stream) const override {
    return this->target().getStreamNativeHandle(stream);
  }
};

template <class Base, class = void>
class ForwardsCapturing : public Base {};
template <class Base>
class ForwardsCapturing<Base, std::void_t<decltype(&Base::Guard::isStreamCapturing)>> : public Base {
 public:
  bool isStreamCapturing(const c10::Stream& stream) const override { return this->target().isStreamCapturing(stream); }
};

template <class Base, class = void>
class ForwardsCapability : public Base {};
template <class Base>
class ForwardsCapability<Base, std::void_t<decltype(&Base::Guard::getDeviceCapability)>> : public Base {
 public:
  auto getDeviceCapability(c10::Device device) const
      -> decltype(std::declval<const typename Base::Guard&>().getDeviceCapability(device)) override {
    return this->target().getDeviceCapability(device);
  }
};

using WholeForwardingGuard = ForwardsCapability<ForwardsCapturing<ForwardsNativeHandle<ForwardingGuard>>>;

}  // namespace accelloader::torch
