// What libtorch asks of a device kind: its devices, what is current, streams and events.
#include "runtime/device_guard.hpp"

#include "chip/event.hpp"
#include "runtime/devices.hpp"

namespace simtpu {
namespace {

using chip::Event;

Event& event_of(void* event) { return *static_cast<Event*>(event); }

}  // namespace

c10::DeviceIndex DeviceGuard::deviceCount() const noexcept { return chip_count(); }

#if __has_include(<c10/core/DeviceCapability.h>)
c10::DeviceCapability DeviceGuard::getDeviceCapability(c10::Device) const { return {}; }  // every type the host has
#endif

c10::Device DeviceGuard::exchangeDevice(c10::Device device) const {
  const c10::Device before = getDevice();
  setDevice(device);
  return before;
}

c10::Device DeviceGuard::getDevice() const { return device_at(current_chip()); }

void DeviceGuard::setDevice(c10::Device device) const { set_current_chip(device_of(chip_of(device)).index()); }

void DeviceGuard::uncheckedSetDevice(c10::Device device) const noexcept {
  if (device.has_index()) set_current_chip(device.index());
}

c10::Stream DeviceGuard::getStream(c10::Device device) const noexcept(compat::stream_noexcept) {
  return current_stream(device);
}

c10::Stream DeviceGuard::getDefaultStream(c10::Device device) const {
  return c10::Stream(c10::Stream::DEFAULT, device_at(device.index()));
}

c10::Stream DeviceGuard::getNewStream(c10::Device device,
                                      int /*priority: all work is equal to a simulated chip*/) const {
  const auto id = static_cast<c10::StreamId>(chip_of(device).stream_from_pool());
  return c10::Stream(c10::Stream::UNSAFE, device_at(device.index()), id);
}

c10::Stream DeviceGuard::getStreamFromGlobalPool(c10::Device device, bool /*high_priority*/) const {
  return getNewStream(device, 0);
}

c10::Stream DeviceGuard::exchangeStream(c10::Stream stream) const noexcept(compat::stream_noexcept) {
  const c10::Stream before = current_stream(stream.device());
  set_current_stream(stream);
  return before;
}

void* DeviceGuard::getStreamNativeHandle(c10::Stream stream) const { return &stream_of(stream); }

bool DeviceGuard::queryStream(const c10::Stream& stream) const { return stream_of(stream).idle(); }

void DeviceGuard::synchronizeStream(const c10::Stream& stream) const { stream_of(stream).synchronize(); }

void DeviceGuard::synchronizeDevice(c10::DeviceIndex index) const { chip_of(device_at(index)).synchronize(); }

// libtorch keeps an event as a pointer that is null until it is first recorded.
void DeviceGuard::record(void** event, const c10::Stream& stream, c10::DeviceIndex index, c10::EventFlag flag) const {
  TORCH_CHECK(index == -1 || index == stream.device_index(), "an event of chip ", index, " cannot be recorded on `",
              stream.device(), "`");
  if (*event == nullptr) *event = new Event(flag == c10::EventFlag::BACKEND_DEFAULT);
  event_of(*event).record(stream_of(stream));
}

void DeviceGuard::block(void* event, const c10::Stream& stream) const {
  if (event != nullptr) event_of(event).block(stream_of(stream));
}

bool DeviceGuard::queryEvent(void* event) const { return event == nullptr || event_of(event).reached(); }

void DeviceGuard::synchronizeEvent(void* event) const {
  if (event != nullptr) event_of(event).synchronize();
}

double DeviceGuard::elapsedTime(void* begin, void* end, c10::DeviceIndex) const {
  TORCH_CHECK(begin != nullptr && end != nullptr, "time passes only between events that were recorded");
  TORCH_CHECK(event_of(begin).timed() && event_of(end).timed(), "an event that was made without timing has no time");
  return event_of(end).milliseconds_since(event_of(begin));
}

void DeviceGuard::destroyEvent(void* event, c10::DeviceIndex) const noexcept { delete static_cast<Event*>(event); }

// Meant for back ends that give freed memory out again while a stream may still use it. Here each queued kernel keeps
// the memory it uses.
void DeviceGuard::recordDataPtrOnStream(const c10::DataPtr&, const c10::Stream&) const {}

}  // namespace simtpu
