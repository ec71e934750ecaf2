// Where libtorch gets host memory that chips may read and write while the host goes on.
#include "runtime/pinned_allocator.hpp"

#include "chip/board.hpp"

namespace simtpu {
namespace {

void free_memory(void* begin) { chip::Board::get().pinned_memory().free(begin); }

}  // namespace

PinnedAllocator& PinnedAllocator::get() {
  static auto& allocator = *new PinnedAllocator;  // tensors of static objects are freed after everything else
  return allocator;
}

c10::DataPtr PinnedAllocator::allocate(std::size_t bytes) {
  void* const begin = chip::Board::get().pinned_memory().allocate(bytes);
  return {begin, begin, &free_memory, c10::Device(c10::DeviceType::CPU)};
}

c10::DeleterFnPtr PinnedAllocator::raw_deleter() const { return &free_memory; }

void PinnedAllocator::copy_data(void* destination, const void* source, std::size_t bytes) const {
  default_copy_data(destination, source, bytes);
}

}  // namespace simtpu
