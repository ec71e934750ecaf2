// How an operator gets something executed by a chip: the one way, for all of them.
#include "operators/launch.hpp"

#include <ATen/ops/as_strided.h>
#include <ATen/ops/resize.h>

#include "runtime/devices.hpp"

namespace simtpu {
namespace {

bool is_number_of_host(const at::Tensor& tensor) { return tensor.is_cpu() && tensor.dim() == 0; }

}  // namespace

at::Tensor Operands::add(const at::Tensor& tensor) {
  if (!tensor.defined()) return tensor;
  auto view = mirror_(tensor);  // also of a tensor on the host, which may get another shape before the kernel runs
  const void* const address = view.storage().data();
  if (tensor.is_cpu()) {
    on_host_.push_back(tensor.storage());
  } else if (address != nullptr) {
    auto region = chip_of(tensor.device()).memory().region_at(address);
    TORCH_CHECK(region != nullptr, "a tensor on `", tensor.device(), "` has its data at ", address,
                ", which is not in the memory of that chip");
    regions_.push_back(std::move(region));
  }
  return view;
}

chip::Stream& common_stream(std::initializer_list<std::reference_wrapper<const at::Tensor>> tensors) {
  std::optional<c10::Device> common;
  for (const at::Tensor& tensor : tensors) {
    if (!tensor.defined()) continue;
    if (!common) common = tensor.device();
    TORCH_CHECK(is_number_of_host(tensor) || tensor.device() == *common,
                "expected all tensors on one device, but found some on `", *common, "` and some on `", tensor.device(),
                "`");
  }
  TORCH_CHECK(common && common->is_privateuseone(), "expected a tensor on a chip to write to");
  return stream_of(current_stream(*common));
}

at::Tensor by_value(const at::Tensor& tensor) {
  if (!tensor.defined() || !is_number_of_host(tensor)) return tensor;
  if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
    return tensor;  // from the text of the program: nobody changes it
  return tensor.clone();
}

void match_shape(at::Tensor& out, const at::Tensor& like) {
  if (out.sizes() == like.sizes()) return;
  out.resize_(like.sizes());
  out.as_strided_(like.sizes(), like.strides());
}

}  // namespace simtpu
