// Does not name accelloader: what is linked makes the call.
#include <iostream>

#include <ATen/ATen.h>

int main(int, char** argv) {
  try {
    std::cout << at::ones({2, 2}, c10::Device(argv[1])).sum().item<float>() << " on " << argv[1] << "\n";
  } catch (const c10::Error& error) {
    std::cerr << error.what_without_backtrace() << "\n";
    return 1;
  }
}
