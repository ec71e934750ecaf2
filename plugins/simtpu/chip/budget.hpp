// How much memory a chip has, and how much of it is taken.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>

namespace simtpu::chip {

/// More memory was asked for than a chip has left.
class OutOfMemory : public std::exception {
 public:
  OutOfMemory(std::size_t wanted, std::size_t left, std::size_t all) : asked(wanted), free(left), capacity(all) {}
  const char* what() const noexcept override { return "out of memory"; }

  const std::size_t asked;
  const std::size_t free;
  const std::size_t capacity;
};

struct MemoryStatistics {
  std::size_t capacity = 0;
  std::size_t allocated = 0;  // bytes in use, whole pages
  std::size_t peak = 0;       // the most that was in use since the last reset_peak()
};

/// Keeps the books; moves no memory. Thread-safe.
class Budget {
 public:
  explicit Budget(std::size_t capacity) : capacity_(capacity) {}

  /// Throws OutOfMemory, and then nothing was taken.
  void take(std::size_t bytes);
  void give_back(std::size_t bytes) noexcept;

  MemoryStatistics statistics() const;
  void reset_peak();

 private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::size_t allocated_ = 0;
  std::size_t peak_ = 0;
};

}  // namespace simtpu::chip
