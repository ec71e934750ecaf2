// The memory of one chip: what is allocated where.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "chip/region.hpp"

namespace simtpu::chip {

/// Gives out regions and finds them again by address. Thread-safe.
class Memory {
 public:
  explicit Memory(std::size_t capacity) : budget_(capacity) {}

  /// The start of a new region. Throws OutOfMemory. Zero bytes are no region: the answer is null.
  void* allocate(std::size_t bytes);

  /// Forgets the region that starts there. Its pages stay, and stay paid for, while queued work still holds it: freeing
  /// memory that a kernel is yet to use is no fault.
  void free(void* begin) noexcept;

  /// The allocated region that `address` lies in, or null.
  std::shared_ptr<Region> region_at(const void* address) const;

  MemoryStatistics statistics() const { return budget_.statistics(); }
  void reset_peak() { budget_.reset_peak(); }

 private:
  Budget budget_;  // before the regions, which use it until they are gone
  mutable std::mutex mutex_;
  std::map<const void*, std::shared_ptr<Region>, std::greater<>> regions_;  // by start, descending
};

}  // namespace simtpu::chip
