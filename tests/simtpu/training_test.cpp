// Training on chips gives what it gives on the CPU.
#include "support.hpp"

using namespace simtpu_test;

namespace {

struct MlpImpl : torch::nn::Module {
  torch::nn::Linear first{8, 16}, second{16, 4};
  MlpImpl() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(const torch::Tensor& x) { return second(torch::relu(first(x))); }
};
TORCH_MODULE(Mlp);

struct ConvNetImpl : torch::nn::Module {
  torch::nn::Conv2d conv1{torch::nn::Conv2dOptions(1, 4, 3).padding(1)}, conv2{torch::nn::Conv2dOptions(4, 8, 3)};
  torch::nn::BatchNorm2d norm{4};
  torch::nn::Linear out{8 * 3 * 3, 4};
  ConvNetImpl() {
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("norm", norm);
    register_module("out", out);
  }
  torch::Tensor forward(const torch::Tensor& x) {
    auto y = torch::max_pool2d(torch::relu(norm(conv1(x.view({-1, 1, 10, 10})))), 2);
    return out(torch::relu(conv2(y)).flatten(1));
  }
};
TORCH_MODULE(ConvNet);

/// The parameters of `net` after it was moved to `device`, layer by layer: libtorch's own Module::to() refuses every
/// out-of-tree device, and forward() reads the members, not the named parameters.
std::vector<torch::Tensor> move(torch::nn::Module& net, torch::Device device) {
  const auto parameter = [&](const torch::Tensor& tensor) { return tensor.detach().to(device).requires_grad_(); };
  for (const auto& module : net.modules()) {
    if (auto* linear = module->as<torch::nn::LinearImpl>()) {
      linear->weight = parameter(linear->weight);
      linear->bias = parameter(linear->bias);
    } else if (auto* convolution = module->as<torch::nn::Conv2dImpl>()) {
      convolution->weight = parameter(convolution->weight);
      convolution->bias = parameter(convolution->bias);
    } else if (auto* norm = module->as<torch::nn::BatchNorm2dImpl>()) {
      norm->weight = parameter(norm->weight);
      norm->bias = parameter(norm->bias);
      norm->running_mean = norm->running_mean.to(device);
      norm->running_var = norm->running_var.to(device);
      norm->num_batches_tracked = norm->num_batches_tracked.to(device);
    }
  }
  std::vector<torch::Tensor> moved;
  for (const auto& module : net.modules()) {
    if (auto* linear = module->as<torch::nn::LinearImpl>()) moved.insert(moved.end(), {linear->weight, linear->bias});
    if (auto* layer = module->as<torch::nn::Conv2dImpl>()) moved.insert(moved.end(), {layer->weight, layer->bias});
    if (auto* norm = module->as<torch::nn::BatchNorm2dImpl>()) moved.insert(moved.end(), {norm->weight, norm->bias});
  }
  return moved;
}

template <class Net, class Optimizer, class Options>
std::vector<float> losses(torch::Device device, torch::IntArrayRef input, Options options, int steps) {
  power_on();  // the engine of libtorch counts devices once, at the first backward
  torch::manual_seed(0);
  Net net;
  const auto x = torch::randn(input).to(device);
  const auto y = torch::randint(4, {input[0]}, torch::kLong).to(device);
  Optimizer optimizer(move(*net, device), options);
  std::vector<float> all;
  for (int i = 0; i < steps; ++i) {
    optimizer.zero_grad();
    auto loss = torch::cross_entropy_loss(net->forward(x), y);
    loss.backward();
    optimizer.step();
    all.push_back(loss.template item<float>());
  }
  return all;
}

void check_close(const std::vector<float>& actual, const std::vector<float>& expected) {
  REQUIRE(actual.size() == expected.size());
  CHECK(actual.back() < actual.front());
  float worst = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) worst = std::max(worst, std::abs(actual[i] - expected[i]));
  CHECK(worst <= 1e-6);
}

}  // namespace

TEST_CASE("an MLP with SGD trains as on the CPU") {
  const auto options = torch::optim::SGDOptions(0.1).momentum(0.9).weight_decay(1e-4);
  for (int index : {0, 1})
    check_close(losses<Mlp, torch::optim::SGD>(chip(index), {32, 8}, options, 40),
                losses<Mlp, torch::optim::SGD>(torch::kCPU, {32, 8}, options, 40));
}

TEST_CASE("an MLP with Adam trains as on the CPU") {
  const auto options = torch::optim::AdamOptions(0.01).amsgrad(true);
  check_close(losses<Mlp, torch::optim::Adam>(chip(1), {32, 8}, options, 40),
              losses<Mlp, torch::optim::Adam>(torch::kCPU, {32, 8}, options, 40));
}

TEST_CASE("an MLP with AdamW and RMSprop trains as on the CPU") {
  check_close(losses<Mlp, torch::optim::AdamW>(chip(0), {32, 8}, torch::optim::AdamWOptions(0.01), 20),
              losses<Mlp, torch::optim::AdamW>(torch::kCPU, {32, 8}, torch::optim::AdamWOptions(0.01), 20));
  check_close(losses<Mlp, torch::optim::RMSprop>(chip(0), {32, 8}, torch::optim::RMSpropOptions(0.01), 20),
              losses<Mlp, torch::optim::RMSprop>(torch::kCPU, {32, 8}, torch::optim::RMSpropOptions(0.01), 20));
}

TEST_CASE("a convolutional network trains as on the CPU") {
  const auto options = torch::optim::SGDOptions(0.05).momentum(0.9);
  check_close(losses<ConvNet, torch::optim::SGD>(chip(1), {16, 100}, options, 15),
              losses<ConvNet, torch::optim::SGD>(torch::kCPU, {16, 100}, options, 15));
}

TEST_CASE("Module::to() fails as it does for every out-of-tree device") {
  Mlp net;
  CHECK(thrown([&] { net->to(chip(0)); }) != "");
}
