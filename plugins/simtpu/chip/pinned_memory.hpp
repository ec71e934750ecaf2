// Memory of the host that chips may read and write while the host goes on.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

namespace simtpu::chip {

/// On real hardware such pages are locked and told to the device; here it is enough to know which they are.
/// Thread-safe.
class PinnedMemory {
 public:
  /// Throws std::bad_alloc. Zero bytes are nothing: the answer is null.
  void* allocate(std::size_t bytes);
  void free(void* begin) noexcept;
  /// Whether `address` lies in memory that allocate() gave out.
  bool contains(const void* address) const noexcept;

 private:
  mutable std::mutex mutex_;
  std::map<const void*, std::size_t, std::greater<>> blocks_;  // sizes by start, descending
};

}  // namespace simtpu::chip
