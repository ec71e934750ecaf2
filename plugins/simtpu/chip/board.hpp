// The chips of this process, and what they share.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "chip/chip.hpp"
#include "chip/pinned_memory.hpp"

namespace simtpu::chip {

/// There is one, from power_on() until the process ends: tensors of static objects are freed after everything else.
class Board {
 public:
  static constexpr int most_chips = 16;

  /// Called once, before get().
  static void power_on(int chips, std::size_t memory_of_a_chip);
  static Board& get() noexcept;

  int size() const noexcept { return static_cast<int>(chips_.size()); }
  /// Throws std::out_of_range.
  Chip& chip(int index) { return *chips_.at(static_cast<std::size_t>(index)); }
  /// The chip whose memory `address` lies in, or null.
  Chip* owner_of(const void* address) const;
  PinnedMemory& pinned_memory() noexcept { return pinned_memory_; }

 private:
  Board(int chips, std::size_t memory_of_a_chip);

  std::vector<std::unique_ptr<Chip>> chips_;
  PinnedMemory pinned_memory_;
};

}  // namespace simtpu::chip
