// A plugin for that libtorch.
#include "c10.hpp"

extern "C" __attribute__((visibility("default"))) int vnpu_entry() { return c10::check("vnpu") ? 1 : 0; }
