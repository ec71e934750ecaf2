// Where libtorch gets host memory that chips may read and write while the host goes on.
#pragma once

#include <cstddef>

#include <c10/core/Allocator.h>

namespace simtpu {

/// Thread-safe.
class PinnedAllocator final : public c10::Allocator {
 public:
  static PinnedAllocator& get();

  c10::DataPtr allocate(std::size_t bytes) override;
  c10::DeleterFnPtr raw_deleter() const override;
  void copy_data(void* destination, const void* source, std::size_t bytes) const override;
};

}  // namespace simtpu
