// Tensors that stand for tensors of a chip, where libtorch's own kernels can read them.
#include "operators/mirror.hpp"

#include <c10/core/DeviceGuard.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/TensorImpl.h>

namespace simtpu {

at::Tensor Mirror::operator()(const at::Tensor& tensor) {
  if (!tensor.defined()) return tensor;
  TORCH_CHECK(tensor.layout() == c10::kStrided && !tensor.is_quantized(),
              "chips work with strided tensors that are not quantized");
  const auto key = type_ == c10::DeviceType::CPU ? c10::DispatchKey::CPU : c10::DispatchKey::Meta;
  auto mirror = at::detail::make_tensor<c10::TensorImpl>(storage_like(tensor.storage()), c10::DispatchKeySet(key),
                                                         tensor.dtype());
  auto* const impl = mirror.unsafeGetTensorImpl();
  impl->set_sizes_and_strides(tensor.sizes(), tensor.strides(), tensor.storage_offset());
  if (tensor.is_conj()) impl->_set_conj(true);
  if (tensor.is_neg()) impl->_set_neg(true);
  if (tensor.unsafeGetTensorImpl()->is_wrapped_number()) impl->set_wrapped_number(true);
  return mirror;
}

c10::Storage Mirror::storage_like(const c10::Storage& original) {
  for (const auto& [known, mirror] : known_)
    if (known == original.unsafeGetStorageImpl()) return mirror;
  const bool has_memory = type_ == c10::DeviceType::CPU;
  const c10::DeviceGuard here(original.device());  // a lazy clone becomes a real one by this, on the current chip
  void* const memory = has_memory ? original.mutable_data() : nullptr;
  known_.emplace_back(original.unsafeGetStorageImpl(),
                      c10::Storage(c10::Storage::use_byte_size_t(), original.nbytes(), c10::DataPtr(memory, type_),
                                   c10::GetAllocator(type_), /*resizable=*/!has_memory));
  return known_.back().second;
}

}  // namespace simtpu
