#include <iostream>

#include <ATen/ATen.h>

#include <accelloader/torch.hpp>

int main(int, char** argv) {
  try {
    accelloader::torch::install();
    const auto ones = at::ones({2, 2}, c10::Device(argv[1]));
    std::cout << argv[1] << ": " << (ones.matmul(ones) + ones).sum().item<float>() << "\n";
  } catch (const accelloader::torch::BackendUnavailable& unavailable) {
    std::cerr << unavailable.what() << "\n";
    return 1;
  }
}
