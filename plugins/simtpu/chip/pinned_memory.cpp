// Memory of the host that chips may read and write while the host goes on.
#include "chip/pinned_memory.hpp"

#include <new>

namespace simtpu::chip {
namespace {

constexpr std::align_val_t alignment{64};  // what libtorch gives its own tensors: kernels may count on it

}  // namespace

void* PinnedMemory::allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  void* const begin = operator new(bytes, alignment);
  const std::lock_guard lock(mutex_);
  blocks_.emplace(begin, bytes);
  return begin;
}

void PinnedMemory::free(void* begin) noexcept {
  {
    const std::lock_guard lock(mutex_);
    blocks_.erase(begin);
  }
  operator delete(begin, alignment);
}

bool PinnedMemory::contains(const void* address) const noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.lower_bound(address);  // the last one that starts at or before it
  return found != blocks_.end() &&
         static_cast<const char*>(address) < static_cast<const char*>(found->first) + found->second;
}

}  // namespace simtpu::chip
