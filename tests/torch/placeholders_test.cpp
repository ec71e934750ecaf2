// What stands in libtorch before and after the load.
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "torch/stock_machine.hpp"

using test::StockMachine;

TEST_CASE("the placeholder guard tells the probed devices without loading, then the plugin's own") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock, R"("device_count": 5)");
  machine.install();
  const c10::impl::VirtualGuardImpl before(c10::DeviceType::PrivateUse1);
  CHECK(before.deviceCount() == 5);
  CHECK_FALSE(test::is_open(fakes::stock));
  torch::Device("vnpu");
  CHECK(before.deviceCount() == 2);  // forwards
  CHECK(c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1).deviceCount() == 2);
}

TEST_CASE("without hardware the placeholder guard counts no device") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock, R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_vnpu"}]}})");
  machine.install();
  CHECK(c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1).deviceCount() == 0);
}

TEST_CASE("a sentinel that the plugin did not override gives way to the plugin's fallback") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  const torch::Device device("vnpu");
  CHECK(torch::equal(torch::tril_indices(3, 3, 0, device).cpu(), torch::tril_indices(3, 3)));
  CHECK(torch::equal(torch::tril_indices(2, 3, 0, device).cpu(), torch::tril_indices(2, 3)));
}

TEST_CASE("the first use itself may be an operator that the plugin leaves to its fallback") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  CHECK(torch::equal(torch::triu_indices(3, 3, 0, torch::kPrivateUse1).cpu(), torch::triu_indices(3, 3)));
}

TEST_CASE("installing twice changes nothing, and tells the same") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  const auto first = machine.install(), second = accelloader::torch::install();
  CHECK(first.placeholders);
  CHECK(second.placeholders);
  REQUIRE(first.objects.size() == second.objects.size());
  for (std::size_t i = 0; i < first.objects.size(); ++i) {
    CHECK(first.objects[i].path == second.objects[i].path);
    CHECK(first.objects[i].coverage == second.objects[i].coverage);
  }
}
