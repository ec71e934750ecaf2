// The memory of one chip: what is allocated where.
#include "chip/memory.hpp"

namespace simtpu::chip {

void* Memory::allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  if (const auto now = statistics(); bytes > now.capacity)  // also keeps the rounding from overflowing
    throw OutOfMemory(bytes, now.capacity - now.allocated, now.capacity);
  auto region = std::make_shared<Region>(budget_, bytes);
  void* const begin = region->begin();
  const std::lock_guard lock(mutex_);
  regions_.emplace(begin, std::move(region));
  return begin;
}

void Memory::free(void* begin) noexcept {
  decltype(regions_)::node_type last_use;  // unmapped after the lock is gone
  const std::lock_guard lock(mutex_);
  last_use = regions_.extract(begin);
}

std::shared_ptr<Region> Memory::region_at(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto found = regions_.lower_bound(address);  // the last one that starts at or before it
  return found != regions_.end() && found->second->contains(address) ? found->second : nullptr;
}

}  // namespace simtpu::chip
