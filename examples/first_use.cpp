// Computes on the device that is named on the command line, or says why that cannot be done.
//
//     first_use simtpu:1
//     first_use tpu
#include <exception>
#include <iostream>

#include <torch/torch.h>

#include <accelloader/torch.hpp>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: first_use DEVICE\n";
    return 2;
  }
  try {
    accelloader::torch::install();  // every backend's name is known from here on, and no plugin is open

    const torch::Device device(argv[1]);  // the first use: the plugin is loaded here
    const auto ones = torch::ones({2, 2}, device);
    const auto sum = (ones.matmul(ones) + ones).sum();
    std::cout << device << ": " << sum.item<float>() << "\n";
  } catch (const c10::Error& error) {
    std::cerr << error.what_without_backtrace() << "\n";
    return 1;
  }
}
