// One allocation of a chip's memory: pages that the host cannot touch, unless the chip has opened them.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "chip/budget.hpp"

namespace simtpu::chip {

/// Pages of its own, closed at first: a read or write by the host ends in SIGSEGV, where a real chip's memory has no
/// address on the host at all. Gone when the last shared_ptr to it is. Thread-safe.
class Region {
 public:
  /// `bytes` is rounded up to whole pages, and taken from `budget`, which must outlive the region. Throws OutOfMemory.
  Region(Budget& budget, std::size_t bytes);
  ~Region();
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  std::byte* begin() const noexcept { return begin_; }
  std::size_t size() const noexcept { return size_; }
  bool contains(const void* address) const noexcept;

 private:
  friend class MemoryAccess;
  void open();
  void close() noexcept;

  Budget& budget_;
  const std::size_t size_;
  std::byte* const begin_;
  std::mutex mutex_;
  int users_ = 0;  // how many MemoryAccess hold it open
};

/// Opens a region while it lives: what a kernel or a copy of the chip holds while it runs, and nobody else.
class MemoryAccess {
 public:
  explicit MemoryAccess(std::shared_ptr<Region> region);
  ~MemoryAccess();
  MemoryAccess(MemoryAccess&&) noexcept = default;
  MemoryAccess& operator=(MemoryAccess&&) = delete;

 private:
  std::shared_ptr<Region> region_;
};

}  // namespace simtpu::chip
