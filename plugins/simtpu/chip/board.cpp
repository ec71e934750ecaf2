// The chips of this process, and what they share.
#include "chip/board.hpp"

#include <cstdlib>

namespace simtpu::chip {
namespace {

Board* the_board = nullptr;  // never deleted, but reachable, so that no leak checker minds

/// A thread that ran on while the process takes itself apart would use what is no longer there. All are told before one
/// is waited for, since they can wait for each other.
void end_streams() {
  for (int index = 0; index < the_board->size(); ++index) the_board->chip(index).abandon();
  for (int index = 0; index < the_board->size(); ++index) the_board->chip(index).join();
}

}  // namespace

void Board::power_on(int chips, std::size_t memory_of_a_chip) {
  if (the_board != nullptr) return;
  the_board = new Board(chips, memory_of_a_chip);
  std::atexit(end_streams);
}

Board& Board::get() noexcept { return *the_board; }

Board::Board(int chips, std::size_t memory_of_a_chip) {
  for (int index = 0; index < chips; ++index) chips_.push_back(std::make_unique<Chip>(index, memory_of_a_chip));
}

Chip* Board::owner_of(const void* address) const {
  for (const auto& chip : chips_)
    if (chip->memory().region_at(address)) return chip.get();
  return nullptr;
}

}  // namespace simtpu::chip
