// accelloader::torch::to(), where Module::to() fails.
#include "torch/stock_machine.hpp"

using test::StockMachine;

TEST_CASE("a module moves to the device and back, and stays the same objects") {
  StockMachine machine;
  machine.add_torch("vnpu", fakes::stock);
  machine.install();
  torch::nn::Sequential model(torch::nn::Linear(3, 2), torch::nn::BatchNorm1d(2));
  const auto linear = model->ptr<torch::nn::LinearImpl>(0);
  const auto weight = linear->weight.detach().clone();
  model->forward(torch::ones({4, 3})).sum().backward();
  const auto held = linear->weight;  // as an optimizer holds it

  accelloader::torch::to(model, torch::Device("vnpu:1"));
  CHECK(linear->weight.device().str() == "vnpu:1");
  CHECK(linear->weight.unsafeGetTensorImpl() == held.unsafeGetTensorImpl());
  CHECK(linear->weight.grad().device().str() == "vnpu:1");
  for (const auto& buffer : model->buffers()) CHECK(buffer.device().str() == "vnpu:1");
  CHECK(linear->weight.requires_grad());
  CHECK(linear->weight.is_leaf());
  CHECK(torch::equal(linear->weight.cpu(), weight));

  model->zero_grad();
  linear->forward(torch::ones({4, 3}, torch::Device("vnpu:1"))).sum().backward();
  CHECK(torch::equal(linear->weight.grad().cpu(), torch::full({2, 3}, 4.0F)));

  accelloader::torch::to(model, torch::kCPU);
  CHECK(linear->weight.is_cpu());
  CHECK(torch::equal(linear->weight, weight));
  linear->forward(torch::ones({4, 3})).sum().backward();
}
