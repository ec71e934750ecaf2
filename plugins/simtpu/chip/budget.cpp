// How much memory a chip has, and how much of it is taken.
#include "chip/budget.hpp"

#include <algorithm>

namespace simtpu::chip {

void Budget::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::size_t free = capacity_ - allocated_;
  if (bytes > free) throw OutOfMemory(bytes, free, capacity_);
  allocated_ += bytes;
  peak_ = std::max(peak_, allocated_);
}

void Budget::give_back(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  allocated_ -= bytes;
}

MemoryStatistics Budget::statistics() const {
  const std::lock_guard lock(mutex_);
  return {.capacity = capacity_, .allocated = allocated_, .peak = peak_};
}

void Budget::reset_peak() {
  const std::lock_guard lock(mutex_);
  peak_ = allocated_;
}

}  // namespace simtpu::chip
