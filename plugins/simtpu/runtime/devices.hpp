// How libtorch's devices and streams map to chips, and which of them a thread works with unless it names others.
#pragma once

#include <c10/core/Device.h>
#include <c10/core/Stream.h>

#include "chip/board.hpp"

namespace simtpu {

/// As libtorch counts devices.
c10::DeviceIndex chip_count() noexcept;

/// The device with this index; -1 means the current one.
c10::Device device_at(c10::DeviceIndex index) noexcept;
/// The chip behind a device, which may have no index: then the current one. Throws c10::Error if there is no such chip.
chip::Chip& chip_of(c10::Device device);
c10::Device device_of(const chip::Chip& chip) noexcept;
/// The stream behind libtorch's number. Throws c10::Error if there is none.
chip::Stream& stream_of(const c10::Stream& stream);

/// The current chip of this thread; chip 0 at first.
c10::DeviceIndex current_chip() noexcept;
void set_current_chip(c10::DeviceIndex index) noexcept;

/// The current stream of this thread on that device; the chip's default stream at first.
c10::Stream current_stream(c10::Device device) noexcept;
void set_current_stream(const c10::Stream& stream) noexcept;

}  // namespace simtpu
