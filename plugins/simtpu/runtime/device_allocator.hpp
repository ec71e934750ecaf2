// Where libtorch gets the memory of tensors on a chip.
#pragma once

#include <cstddef>
#include <utility>

#include <c10/core/Storage.h>

#include "libtorch_compat.hpp"

namespace simtpu {

/// Thread-safe. The members without `override` are asked for by newer releases only.
class DeviceAllocator final : public compat::DeviceAllocator {
 public:
  static DeviceAllocator& get();

  /// On the current chip. Throws c10::OutOfMemoryError.
  c10::DataPtr allocate(std::size_t bytes) override;
  c10::DataPtr allocate_on(c10::Device device, std::size_t bytes);
  c10::DeleterFnPtr raw_deleter() const override;
  /// Between two places in the memory of chips, in the order of the source's current stream; done when it returns.
  void copy_data(void* destination, const void* source, std::size_t bytes) const override;

  bool initialized() { return true; }
  void emptyCache(std::pair<unsigned long long, unsigned long long> /*pool*/ = {}) {}  // nothing is cached
  void recordStream(const c10::DataPtr&, c10::Stream) {}  // as DeviceGuard::recordDataPtrOnStream()
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex index);
  void resetAccumulatedStats(c10::DeviceIndex) {}  // only what is in use and its peak is counted
  void resetPeakStats(c10::DeviceIndex index);
  std::pair<std::size_t, std::size_t> getMemoryInfo(c10::DeviceIndex index);  // free and total bytes
};

/// Gives a storage on a chip another size, and keeps what fits of its content.
void resize_storage(const c10::Storage& storage, std::size_t bytes);

}  // namespace simtpu
