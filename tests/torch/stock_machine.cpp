#include "torch/stock_machine.hpp"

#include <dlfcn.h>

namespace test {

bool is_open(const char* library) { return dlopen(library, RTLD_NOW | RTLD_NOLOAD) != nullptr; }

}  // namespace test
