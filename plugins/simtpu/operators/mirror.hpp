// Tensors that stand for tensors of a chip, where libtorch's own kernels can read them.
#pragma once

#include <utility>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/core/Storage.h>

namespace simtpu {

/// Makes a tensor of the same shape, strides and type on another device, over a storage that owns nothing. Tensors that
/// share a storage have mirrors that share one, so that libtorch sees which overlap.
class Mirror {
 public:
  /// kCPU: over the very memory of the chip, which the host can only touch while it is open. kMeta: without any memory,
  /// to learn what an operator would do.
  explicit Mirror(c10::DeviceType type) : type_(type) {}

  /// An undefined tensor is its own mirror.
  at::Tensor operator()(const at::Tensor& tensor);

 private:
  c10::Storage storage_like(const c10::Storage& original);

  const c10::DeviceType type_;
  std::vector<std::pair<c10::StorageImpl*, c10::Storage>> known_;
};

}  // namespace simtpu
