// What libtorch asks of an accelerator outside of any operator.
#include "runtime/hooks.hpp"

#include "runtime/device_allocator.hpp"
#include "runtime/devices.hpp"
#include "runtime/generator.hpp"
#include "runtime/pinned_allocator.hpp"

namespace simtpu {

bool Hooks::hasPrimaryContext(c10::DeviceIndex index) const { return index >= 0 && index < chip_count(); }

c10::DeviceIndex Hooks::deviceCount() const { return chip_count(); }

c10::DeviceIndex Hooks::getCurrentDevice() const { return current_chip(); }

void Hooks::setCurrentDevice(c10::DeviceIndex index) const { exchangeDevice(index); }

c10::DeviceIndex Hooks::exchangeDevice(c10::DeviceIndex index) const {
  const auto before = current_chip();
  set_current_chip(device_of(chip_of(device_at(index))).index());
  return before;
}

c10::DeviceIndex Hooks::maybeExchangeDevice(c10::DeviceIndex index) const { return exchangeDevice(index); }

const at::Generator& Hooks::getDefaultGenerator(c10::DeviceIndex index) const { return default_generator(index); }

at::Generator Hooks::getNewGenerator(c10::DeviceIndex index) const { return new_generator(index); }

at::Device Hooks::getDeviceFromPtr(void* data) const {
  const auto* const owner = chip::Board::get().owner_of(data);
  TORCH_CHECK(owner != nullptr, "address ", data, " is not in the memory of a chip");
  return device_of(*owner);
}

bool Hooks::isPinnedPtr(const void* data) const { return chip::Board::get().pinned_memory().contains(data); }

c10::Allocator* Hooks::getPinnedMemoryAllocator() const { return &PinnedAllocator::get(); }

void Hooks::resizePrivateUse1Bytes(const c10::Storage& storage, std::size_t bytes) const {
  resize_storage(storage, bytes);
}

}  // namespace simtpu
