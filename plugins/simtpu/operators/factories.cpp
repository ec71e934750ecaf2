// New tensors without content, and filling them. All other factories (ones, full, arange, ...) are made of these.
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/TensorOptions.h>

#include "operators/launch.hpp"
#include "operators/operators.hpp"
#include "runtime/device_allocator.hpp"

namespace simtpu {
namespace {

constexpr c10::DispatchKeySet on_chip(c10::DispatchKey::PrivateUse1);

void check_layout(std::optional<c10::Layout> layout, std::optional<bool> pinned) {
  TORCH_CHECK(c10::layout_or_default(layout) == c10::Layout::Strided, "chips have strided tensors only");
  TORCH_CHECK(!c10::pinned_memory_or_default(pinned), "only tensors on the host can be in pinned memory");
}

at::Tensor empty(c10::IntArrayRef size, std::optional<c10::ScalarType> dtype, std::optional<c10::Layout> layout,
                 std::optional<c10::Device> device, std::optional<bool> pinned,
                 std::optional<c10::MemoryFormat> memory_format) {
  check_layout(layout, pinned);
  const c10::OptionalDeviceGuard on(device);  // the allocator takes the current chip
  return at::detail::empty_generic(size, &DeviceAllocator::get(), on_chip, c10::dtype_or_default(dtype), memory_format);
}

at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<c10::ScalarType> dtype,
                         std::optional<c10::Layout> layout, std::optional<c10::Device> device,
                         std::optional<bool> pinned) {
  check_layout(layout, pinned);
  const c10::OptionalDeviceGuard on(device);
  return at::detail::empty_strided_generic(size, stride, &DeviceAllocator::get(), on_chip,
                                           c10::dtype_or_default(dtype));
}

at::Tensor& fill_(at::Tensor& self, const at::Scalar& value) {
  launch([value](at::Tensor& tensor) { tensor.fill_(value); }, self);
  return self;
}

at::Tensor& zero_(at::Tensor& self) {
  launch([](at::Tensor& tensor) { tensor.zero_(); }, self);
  return self;
}

}  // namespace

void register_factories(torch::Library& aten) {
  aten.impl("empty.memory_format", &empty);
  aten.impl("empty_strided", &empty_strided);
  aten.impl("fill_.Scalar", &fill_);
  aten.impl("zero_", &zero_);
}

}  // namespace simtpu
