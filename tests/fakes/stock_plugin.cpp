// A libtorch back end as nearly all public ones are: it registers everything from static constructors, when it is
// opened, and knows nothing of accelloader. Modules differ by LACKS_..., CALLS_ITSELF and SLOW_TO_REGISTER.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/EmptyTensor.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/native/TensorFactories.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/view_native.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

namespace {

using at::Tensor;
using c10::Device;
using c10::DeviceIndex;
using c10::Stream;

constexpr auto device_type = c10::DeviceType::PrivateUse1;
constexpr DeviceIndex devices = 2;
thread_local DeviceIndex current = 0;

struct StockAllocator final : c10::Allocator {
  c10::DataPtr allocate(std::size_t bytes) override {
    void* data = bytes ? std::malloc(bytes) : nullptr;
    return {data, data, &std::free, Device(device_type, current)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &std::free; }
  void copy_data(void* to, const void* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }
};

StockAllocator allocator;

#if !defined(LACKS_GUARD)
struct StockGuard final : c10::impl::DeviceGuardImplInterface {
  static constexpr bool streams_cannot_throw =
      noexcept(std::declval<const c10::impl::DeviceGuardImplInterface&>().getStream(std::declval<Device>()));

  c10::DeviceType type() const override { return device_type; }
  Device exchangeDevice(Device device) const override {
    const Device before(device_type, current);
    current = device.index();
    return before;
  }
  Device getDevice() const override { return Device(device_type, current); }
  void setDevice(Device device) const override { current = device.index(); }
  void uncheckedSetDevice(Device device) const noexcept override { current = device.index(); }
  Stream getStream(Device device) const noexcept(streams_cannot_throw) override {
    return Stream(Stream::DEFAULT, device);
  }
  Stream exchangeStream(Stream stream) const noexcept(streams_cannot_throw) override { return stream; }
  DeviceIndex deviceCount() const noexcept override { return devices; }
  void record(void**, const Stream&, const DeviceIndex, const c10::EventFlag) const override {}
  void block(void*, const Stream&) const override {}
  bool queryEvent(void*) const override { return true; }
};
C10_REGISTER_GUARD_IMPL(PrivateUse1, StockGuard)
#endif

struct StockHooks final : at::PrivateUse1HooksInterface {
  bool hasPrimaryContext(DeviceIndex) const override { return true; }
  void init() const override {}
  const at::Generator& getDefaultGenerator(DeviceIndex) const override {
    static const at::Generator generator = at::detail::createCPUGenerator();
    return generator;
  }
  Device getDeviceFromPtr(void*) const override { return Device(device_type, 0); }
  c10::Allocator* getPinnedMemoryAllocator() const override { return c10::GetDefaultCPUAllocator(); }
  bool isPinnedPtr(const void*) const override { return false; }
};

Tensor empty(c10::IntArrayRef size, std::optional<at::ScalarType> type, std::optional<c10::Layout>,
             std::optional<Device> device, std::optional<bool>, std::optional<c10::MemoryFormat> format) {
  const c10::OptionalDeviceGuard guard(device);
  return at::detail::empty_generic(size, &allocator, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
                                   type.value_or(at::kFloat), format);
}

Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<at::ScalarType> type,
                     std::optional<c10::Layout>, std::optional<Device> device, std::optional<bool>) {
  const c10::OptionalDeviceGuard guard(device);
  return at::detail::empty_strided_generic(size, stride, &allocator, c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
                                           type.value_or(at::kFloat));
}

/// The same memory, seen as a CPU tensor.
Tensor host_view(const Tensor& tensor) {
  if (tensor.is_cpu()) return tensor;
  return at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(), tensor.options().device(at::kCPU));
}

Tensor copy_from(const Tensor& from, const Tensor& to, bool) {
  host_view(to).copy_(host_view(from));
  return to;
}

Tensor copy_from_and_resize(const Tensor& from, const Tensor& to) {
  to.resize_(from.sizes());
  return copy_from(from, to, false);
}

const Tensor& resize(const Tensor& self, c10::IntArrayRef size, std::optional<c10::MemoryFormat>) {
  const auto bytes = static_cast<std::size_t>(c10::multiply_integers(size)) * self.dtype().itemsize();
  auto* storage = self.storage().unsafeGetStorageImpl();
  if (bytes > storage->nbytes()) {
    storage->set_data_ptr_noswap(allocator.allocate(bytes));
    storage->set_nbytes(bytes);
  }
  self.unsafeGetTensorImpl()->set_sizes_contiguous(size);
  return self;
}

Tensor view(const Tensor& self, c10::IntArrayRef size) { return at::native::view(self, size); }
Tensor as_strided(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<int64_t> offset) {
  return at::native::as_strided_tensorimpl(self, size, stride, offset);
}
at::Scalar local_scalar(const Tensor& self) { return host_view(self).item(); }

void fall_back(const c10::OperatorHandle& op, torch::jit::Stack* stack) { at::native::cpu_fallback(op, stack); }

#if defined(SLOW_TO_REGISTER)
// The guard is there already, and the operators are not.
[[maybe_unused]] const bool slow = (std::this_thread::sleep_for(std::chrono::milliseconds(400)), true);
#endif

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&fall_back>()); }

// What allocates comes last: until then, threads that use the device without its name meet the placeholder, and wait.
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_copy_from", TORCH_FN(copy_from));
  m.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
  m.impl("resize_", TORCH_FN(resize));
  m.impl("view", TORCH_FN(view));
  m.impl("as_strided", TORCH_FN(as_strided));
  m.impl("_local_scalar_dense", TORCH_FN(local_scalar));
  m.impl("empty_strided", TORCH_FN(empty_strided));
#if !defined(LACKS_ALLOCATING_OPERATOR)
  m.impl("empty.memory_format", TORCH_FN(empty));
#endif
}

[[maybe_unused]] const bool registered = [] {
  c10::SetAllocator(device_type, &allocator);
  at::RegisterPrivateUse1HooksInterface(new StockHooks);
#if defined(CALLS_ITSELF)
  c10::register_privateuse1_backend(CALLS_ITSELF);
#endif
  return true;
}();

}  // namespace
