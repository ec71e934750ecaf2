// Operators that give a tensor another storage, or its storage another size.
#include <cstdint>

#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/is_set_to_native.h>
#include <c10/core/Stream.h>

#include "operators/operators.hpp"
#include "runtime/device_allocator.hpp"

namespace simtpu {
namespace {

/// libtorch's own would copy the content as if the host could read it.
void grow_storage(const at::Tensor& self) {
  if (self.numel() == 0) return;
  const auto needed = at::detail::computeStorageNbytes(self.sizes(), self.strides(), self.dtype().itemsize(),
                                                       static_cast<std::size_t>(self.storage_offset()));
  if (needed > self.storage().nbytes()) resize_storage(self.storage(), needed);
}

const at::Tensor& resize_(const at::Tensor& self, c10::IntArrayRef size,
                          std::optional<c10::MemoryFormat> memory_format) {
  TORCH_CHECK(memory_format != c10::MemoryFormat::Preserve, "a new size has no memory format to preserve");
  auto* const impl = self.unsafeGetTensorImpl();
  if (self.sizes() != size) impl->set_sizes_contiguous(size);
  if (memory_format) impl->empty_tensor_restride(*memory_format);
  grow_storage(self);
  return self;
}

const at::Tensor& resize_output_(const at::Tensor& self, c10::IntArrayRef size, c10::Device /*device*/) {
  return resize_(self, size, std::nullopt);
}

at::Tensor& set_to_part_of_storage_(at::Tensor& self, at::Storage storage, std::int64_t offset, c10::IntArrayRef size,
                                    c10::IntArrayRef stride) {
  at::native::checkSetStorage(self, std::move(storage), offset, size, stride);
  auto* const impl = self.unsafeGetTensorImpl();
  impl->set_storage_offset(offset);
  if (stride.data() == nullptr)
    impl->set_sizes_contiguous(size);
  else
    impl->set_sizes_and_strides(size, stride);
  grow_storage(self);
  return self;
}

at::Tensor& set_to_storage_(at::Tensor& self, at::Storage storage) {
  const auto elements = static_cast<std::int64_t>(storage.nbytes() / self.dtype().itemsize());
  return set_to_part_of_storage_(self, std::move(storage), 0, elements, {});
}

at::Tensor& set_to_tensor_(at::Tensor& self, const at::Tensor& source) {
  if (self.is_same(source)) return self;
  return set_to_part_of_storage_(self, source.storage(), source.storage_offset(), source.sizes(), source.strides());
}

at::Tensor& set_to_nothing_(at::Tensor& self) { return set_to_tensor_(self, at::empty({0}, self.options())); }

/// As DeviceGuard::recordDataPtrOnStream(): each queued kernel keeps the memory it uses.
void record_stream(at::Tensor&, c10::Stream) {}

}  // namespace

void register_storage_changes(torch::Library& aten) {
  aten.impl("resize_", &resize_);
  aten.impl("_resize_output_", &resize_output_);
  aten.impl("set_", &set_to_nothing_);
  aten.impl("set_.source_Tensor", &set_to_tensor_);
  aten.impl("set_.source_Storage", &set_to_storage_);
  aten.impl("set_.source_Storage_storage_offset", &set_to_part_of_storage_);
  aten.impl("is_set_to", &at::native::is_set_to);
  aten.impl("record_stream", &record_stream);
}

}  // namespace simtpu
