// A program that links accelloader::torch_auto and does not name accelloader.
#include <cstdio>
#include <cstdlib>

#include <c10/core/Device.h>
#include <c10/util/Exception.h>

int main() {
  try {
    c10::Device("tpu_of_the_test");
  } catch (const c10::Error& error) {
    // The manifest is found through the environment that CTest sets.
    return std::string(error.what_without_backtrace()).find("the library `nowhere.so` was not found") !=
                   std::string::npos
               ? 0
               : (std::puts(error.what_without_backtrace()), 1);
  }
  return 1;
}
