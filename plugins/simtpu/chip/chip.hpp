// One simulated chip: its memory and its streams.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "chip/memory.hpp"
#include "chip/stream.hpp"

namespace simtpu::chip {

/// Thread-safe.
class Chip {
 public:
  static constexpr std::size_t default_stream = 0;
  static constexpr std::size_t pooled_streams = 8;

  Chip(int index, std::size_t memory);

  int index() const noexcept { return index_; }
  Memory& memory() noexcept { return memory_; }
  /// As Memory::allocate(), but before it gives up it waits for queued work, which may hold memory that was freed long
  /// ago.
  void* allocate(std::size_t bytes);

  /// `id` is default_stream, or what stream_from_pool() gave. Throws std::out_of_range.
  Stream& stream(std::size_t id) { return *streams_.at(id); }
  /// The id of one of the pooled streams, in turn: more users than streams share them.
  std::size_t stream_from_pool() noexcept { return 1 + next_.fetch_add(1) % pooled_streams; }

  /// Blocks until all streams have run what they were given. Throws what a kernel threw.
  void synchronize();
  /// See Stream.
  void abandon() noexcept;
  void join() noexcept;

 private:
  const int index_;
  Memory memory_;
  std::array<std::unique_ptr<Stream>, 1 + pooled_streams> streams_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace simtpu::chip
