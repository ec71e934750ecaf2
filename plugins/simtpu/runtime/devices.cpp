// How libtorch's devices and streams map to chips, and which of them a thread works with unless it names others.
#include "runtime/devices.hpp"

#include <array>

#include <c10/util/Exception.h>

namespace simtpu {
namespace {

using chip::Board;
using chip::Chip;

thread_local c10::DeviceIndex this_threads_chip = 0;
thread_local std::array<c10::StreamId, Board::most_chips> this_threads_streams{};  // all Chip::default_stream

bool exists(c10::DeviceIndex index) noexcept { return index >= 0 && index < chip_count(); }

}  // namespace

c10::DeviceIndex chip_count() noexcept { return static_cast<c10::DeviceIndex>(Board::get().size()); }

c10::Device device_at(c10::DeviceIndex index) noexcept {
  return {c10::DeviceType::PrivateUse1, index < 0 ? current_chip() : index};
}

Chip& chip_of(c10::Device device) {
  TORCH_CHECK(device.is_privateuseone(), "`", device, "` is not a chip");
  const auto index = device_at(device.index()).index();
  TORCH_CHECK(exists(index), "device `", device, "` does not exist: this machine has ", Board::get().size(),
              " chip(s)");
  return Board::get().chip(index);
}

c10::Device device_of(const Chip& chip) noexcept { return device_at(static_cast<c10::DeviceIndex>(chip.index())); }

chip::Stream& stream_of(const c10::Stream& stream) {
  const auto id = static_cast<std::size_t>(stream.id());
  TORCH_CHECK(id <= Chip::pooled_streams, "device `", stream.device(), "` has no stream ", stream.id());
  return chip_of(stream.device()).stream(id);
}

c10::DeviceIndex current_chip() noexcept { return this_threads_chip; }

void set_current_chip(c10::DeviceIndex index) noexcept { this_threads_chip = index; }

c10::Stream current_stream(c10::Device device) noexcept {
  const c10::Device which = device_at(device.index());
  if (!exists(which.index())) return c10::Stream(c10::Stream::DEFAULT, which);  // must not throw; using it will
  return c10::Stream(c10::Stream::UNSAFE, which, this_threads_streams[static_cast<std::size_t>(which.index())]);
}

void set_current_stream(const c10::Stream& stream) noexcept {
  const auto index = device_at(stream.device_index()).index();
  if (exists(index)) this_threads_streams[static_cast<std::size_t>(index)] = stream.id();
}

}  // namespace simtpu
