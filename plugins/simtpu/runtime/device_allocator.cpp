// Where libtorch gets the memory of tensors on a chip.
#include "runtime/device_allocator.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include <c10/util/Exception.h>

#include "runtime/devices.hpp"

namespace simtpu {
namespace {

using chip::Board;
using chip::MemoryAccess;

/// "4.0 KiB", "256.0 MiB", "1.5 GiB".
std::string readable(std::size_t bytes) {
  std::size_t unit = 1 << 10;
  const char* name = " KiB";
  for (const char* const larger : {" MiB", " GiB", " TiB"}) {
    if (bytes / unit < 1024) break;
    unit <<= 10;
    name = larger;
  }
  const std::size_t tenth = bytes % unit * 10 / unit;
  return std::to_string(bytes / unit) + "." + std::to_string(tenth) + name;
}

void free_memory(void* begin) {
  if (auto* const owner = Board::get().owner_of(begin)) owner->memory().free(begin);
}

MemoryAccess open(const void* address) {
  auto* const owner = Board::get().owner_of(address);
  TORCH_CHECK(owner != nullptr, "address ", address, " is not in the memory of a chip");
  return MemoryAccess(owner->memory().region_at(address));
}

}  // namespace

DeviceAllocator& DeviceAllocator::get() {
  static auto& allocator = *new DeviceAllocator;  // tensors of static objects are freed after everything else
  return allocator;
}

c10::DataPtr DeviceAllocator::allocate(std::size_t bytes) { return allocate_on(device_at(current_chip()), bytes); }

c10::DataPtr DeviceAllocator::allocate_on(c10::Device device, std::size_t bytes) {
  auto& chip = chip_of(device);
  try {
    void* const begin = chip.allocate(bytes);
    return {begin, begin, &free_memory, device};
  } catch (const chip::OutOfMemory& reason) {
    TORCH_CHECK_WITH(OutOfMemoryError, false, "`", device, "` is out of memory: ", readable(reason.asked),
                     " were asked for, ", readable(reason.free), " of ", readable(reason.capacity), " are free");
  }
}

c10::DeleterFnPtr DeviceAllocator::raw_deleter() const { return &free_memory; }

void DeviceAllocator::copy_data(void* destination, const void* source, std::size_t bytes) const {
  if (bytes == 0) return;
  auto* const owner = Board::get().owner_of(source);
  TORCH_CHECK(owner != nullptr, "address ", source, " is not in the memory of a chip");
  auto& stream = stream_of(current_stream(device_of(*owner)));
  stream.submit([=] {
    const auto from = open(source);
    const auto to = open(destination);
    std::memcpy(destination, source, bytes);
  });
  stream.synchronize();
}

c10::CachingDeviceAllocator::DeviceStats DeviceAllocator::getDeviceStats(c10::DeviceIndex index) {
  const auto now = chip_of(device_at(index)).memory().statistics();
  c10::CachingDeviceAllocator::DeviceStats statistics;
  for (auto* const bytes : {&statistics.allocated_bytes, &statistics.reserved_bytes, &statistics.active_bytes}) {
    bytes->front().current = static_cast<int64_t>(now.allocated);  // the first is the sum of all pools
    bytes->front().peak = static_cast<int64_t>(now.peak);
  }
  return statistics;
}

void DeviceAllocator::resetPeakStats(c10::DeviceIndex index) { chip_of(device_at(index)).memory().reset_peak(); }

std::pair<std::size_t, std::size_t> DeviceAllocator::getMemoryInfo(c10::DeviceIndex index) {
  const auto now = chip_of(device_at(index)).memory().statistics();
  return {now.capacity - now.allocated, now.capacity};
}

void resize_storage(const c10::Storage& storage, std::size_t bytes) {
  TORCH_CHECK(storage.resizable(), "a storage that is not resizable cannot have ", bytes, " bytes");
  auto& allocator = DeviceAllocator::get();
  auto data = allocator.allocate_on(storage.device(), bytes);
  allocator.copy_data(data.get(), storage.data(), std::min(bytes, storage.nbytes()));
  storage.unsafeGetStorageImpl()->set_data_ptr_noswap(std::move(data));
  storage.unsafeGetStorageImpl()->set_nbytes(bytes);
}

}  // namespace simtpu
