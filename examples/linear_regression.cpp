// Fits a line on the device that is named on the command line.
//
//     linear_regression simtpu
#include <iostream>

#include <torch/torch.h>

#include <accelloader/torch.hpp>

namespace {

constexpr float true_slope = 3.0F, true_offset = -1.0F;

void train(const torch::Device& device) {
  torch::manual_seed(0);
  const auto x = torch::linspace(-1, 1, 64).unsqueeze(1).to(device);
  const auto y = x * true_slope + true_offset;

  torch::nn::Linear model(1, 1);
  accelloader::torch::to(model, device);  // Module::to() fails for out-of-tree devices
  torch::optim::SGD optimizer(model->parameters(), torch::optim::SGDOptions(0.3).momentum(0.5));
  for (int step = 1; step <= 100; ++step) {
    optimizer.zero_grad();
    const auto loss = torch::mse_loss(model->forward(x), y);
    loss.backward();
    optimizer.step();
    if (step % 25 == 0) std::cout << "step " << step << ": loss " << loss.item<float>() << "\n";
  }
  std::cout << device << ": slope " << model->weight.item<float>() << ", offset " << model->bias.item<float>() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: linear_regression DEVICE\n";
    return 2;
  }
  try {
    accelloader::torch::install();
    train(torch::Device(argv[1]));
  } catch (const c10::Error& error) {
    std::cerr << error.what_without_backtrace() << "\n";
    return 1;
  }
}
