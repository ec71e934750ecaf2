// The memory of chips: closed to the host, limited, and counted.
#include <unistd.h>

#include <ATen/native/Resize.h>

#include "support.hpp"

using namespace simtpu_test;

namespace {
bool host_can_read(const void* address) {
  return child([address] {
           const volatile char byte = *static_cast<const char*>(address);
           (void)byte;
         }) == 0;
}
}  // namespace

TEST_CASE("the host cannot read a tensor of a chip") {
  const auto x = torch::ones({4}, on_chip());
  CHECK(!host_can_read(x.data_ptr()));
  const auto y = torch::ones({4});
  CHECK(host_can_read(y.data_ptr()));
  CHECK(x.sum().item<float>() == 4);
  CHECK(!host_can_read(x.data_ptr()));
}

TEST_CASE("a chip that is full says so, and others are not") {
  CHECK(thrown([] { torch::empty({1 << 30}, on_chip(0)); }) ==
        "`simtpu:0` is out of memory: 4.0 GiB were asked for, 256.0 MiB of 256.0 MiB are free");
  {
    const auto half = torch::empty({128 << 20}, on_chip(1).dtype(torch::kByte));
    CHECK_THROWS_AS(torch::empty({129 << 20}, on_chip(1).dtype(torch::kByte)), c10::OutOfMemoryError);
    const auto other = torch::empty({128 << 20}, on_chip(1).dtype(torch::kByte));
    CHECK(torch::ones({2}, on_chip(0)).sum().item<float>() == 2);
    CHECK(thrown([] { torch::empty({1}, on_chip(1)); }) ==
          "`simtpu:1` is out of memory: 4.0 KiB were asked for, 0.0 KiB of 256.0 MiB are free");
  }
  CHECK(torch::ones({128 << 18}, on_chip(1)).sum().item<float>() == 128 << 18);
}

TEST_CASE("a device that does not exist is an error") {
  power_on();
  CHECK(thrown([] {
          torch::ones({2}, torch::Device("simtpu:7"));
        }).find("device `simtpu:7` does not exist: this machine has 2 chip(s)") == 0);
  CHECK(thrown([] { c10::DeviceGuard guard(torch::Device("simtpu:2")); }).find("device `simtpu:2` does not exist") ==
        0);
}

TEST_CASE("the current chip is one of the thread's own") {
  power_on();
  CHECK(torch::ones({1}, torch::Device("simtpu")).device() == chip(0));
  {
    const c10::DeviceGuard guard(chip(1));
    CHECK(torch::ones({1}, torch::Device("simtpu")).device() == chip(1));
    CHECK(torch::ones({1}).to(torch::Device("simtpu")).device() == chip(1));
    std::thread([] { CHECK(torch::ones({1}, torch::Device("simtpu")).device() == chip(0)); }).join();
  }
  CHECK(torch::ones({1}, torch::Device("simtpu")).device() == chip(0));
}

TEST_CASE("an address on a chip is known to be one") {
  const auto x = torch::ones({4}, on_chip(1));
  CHECK(at::globalContext().getDeviceFromPtr(x.data_ptr(), torch::kPrivateUse1) == chip(1));
  CHECK(at::globalContext().getDeviceFromPtr(x[3].data_ptr(), torch::kPrivateUse1) == chip(1));
  const auto y = torch::ones({4});
  CHECK(thrown([&] {
          at::globalContext().getDeviceFromPtr(y.data_ptr(), torch::kPrivateUse1);
        }).find("is not in the memory of a chip") != std::string::npos);
  const auto again = torch::from_blob(x.data_ptr(), {2, 2}, torch::TensorOptions().device(torch::kPrivateUse1));
  CHECK(again.device() == chip(1));
  again.fill_(3);
  CHECK(same(x, torch::full({4}, 3.f)));
}

TEST_CASE("pinned memory is pinned memory") {
  power_on();
  const auto plain = torch::arange(10);
  CHECK(!plain.is_pinned());
  const auto pinned = plain.pin_memory();
  CHECK(pinned.is_pinned());
  CHECK(pinned.is_cpu());
  CHECK(same(pinned, plain));
  CHECK(torch::empty({3}, torch::TensorOptions().pinned_memory(true)).is_pinned());
  CHECK(thrown([] { torch::empty({3}, on_chip().pinned_memory(true)); }) != "");
  const auto empty = torch::empty({0}).pin_memory();
  CHECK(empty.numel() == 0);
}

TEST_CASE("tensors can be resized and keep their content") {
  auto x = torch::arange(4, on_chip(1).dtype(torch::kFloat));
  x.resize_({2});
  CHECK(same(x, torch::arange(2, torch::kFloat)));
  x.resize_({3000});
  CHECK(same(x.slice(0, 0, 4), torch::arange(4, torch::kFloat)));
  CHECK(x.device() == chip(1));
  auto y = torch::empty({0}, on_chip());
  y.resize_({2, 3, 4, 5}, torch::MemoryFormat::ChannelsLast);
  CHECK(y.is_contiguous(torch::MemoryFormat::ChannelsLast));
  y.resize_as_(x.cpu());
  CHECK(y.sizes() == x.sizes());
  auto out = torch::empty({0}, on_chip());
  at::native::resize_output(out, {3});
  CHECK(out.sizes() == torch::IntArrayRef{3});
  x.storage().unsafeGetStorageImpl();
  const auto storage = x.storage();
  at::detail::getPrivateUse1Hooks().resizePrivateUse1Bytes(storage, 8);
  CHECK(storage.nbytes() == 8);
  x.set_(storage, 0, {2}, {1});
  CHECK(same(x, torch::arange(2, torch::kFloat)));
}

TEST_CASE("a lazy clone is copied when one of the two is written to") {
  auto x = torch::ones({4}, on_chip(1));
  auto y = at::_lazy_clone(x);
  y.add_(1);
  CHECK(same(x, torch::ones({4})));
  CHECK(same(y, torch::full({4}, 2.f)));
  auto z = at::_lazy_clone(x);
  x.zero_();
  CHECK(same(z, torch::ones({4})));
}

TEST_CASE("tensors can be set to other storages") {
  auto x = torch::arange(6, on_chip().dtype(torch::kFloat));
  auto y = torch::empty({0}, on_chip());
  y.set_(x);
  CHECK(y.is_set_to(x));
  CHECK(same(y, x));
  y.set_(x.storage(), 2, {2, 2}, {2, 1});
  CHECK(same(y, torch::tensor({{2.f, 3.f}, {4.f, 5.f}})));
  CHECK(!y.is_set_to(x));
  y.set_(x.storage());
  CHECK(y.sizes() == torch::IntArrayRef{6});
  y.set_();
  CHECK(y.numel() == 0);
  CHECK(y.device() == chip(0));
  CHECK(thrown([&] { y.set_(torch::ones({2}, on_chip(1)).storage()); }).find("different device") != std::string::npos);
  auto small = torch::zeros({2}, on_chip());
  small.set_(torch::ones({2}, on_chip()).storage(), 0, {8}, {1});  // grows the storage, as on the CPU
  CHECK(same(small.slice(0, 0, 2), torch::ones({2})));
}

#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 9
#include <ATen/DeviceAccelerator.h>

TEST_CASE("memory is counted") {
  power_on();
  auto* const allocator = c10::getDeviceAllocator(torch::kPrivateUse1);
  const auto before = allocator->getDeviceStats(1).allocated_bytes[0].current;
  allocator->resetPeakStats(1);
  {
    const auto x = torch::empty({1 << 20}, on_chip(1));
    CHECK(allocator->getDeviceStats(1).allocated_bytes[0].current - before == 4 << 20);
    CHECK(allocator->getMemoryInfo(1).second == 256 << 20);
  }
  CHECK(allocator->getDeviceStats(1).allocated_bytes[0].current == before);
  CHECK(allocator->getDeviceStats(1).allocated_bytes[0].peak - before == 4 << 20);
}

TEST_CASE("it is the accelerator") {
  power_on();
  CHECK(at::accelerator::getAccelerator(true).value() == torch::kPrivateUse1);
  CHECK(at::accelerator::deviceCount() == 2);
  at::accelerator::setDeviceIndex(1);
  CHECK(at::accelerator::getDeviceIndex() == 1);
  CHECK(torch::ones({1}, torch::Device("simtpu")).device() == chip(1));
  at::accelerator::setDeviceIndex(0);
  at::accelerator::synchronizeDevice(0);
  at::accelerator::emptyCache();
}
#endif
