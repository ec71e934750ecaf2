// A plugin for that libtorch, and perhaps for a driver too.
#include "c10.hpp"

#ifdef CALLS
extern "C" int CALLS();
#endif

extern "C" __attribute__((visibility("default"))) int vnpu_entry() {
#ifdef CALLS
  if (CALLS() == 0) return 0;
#endif
  return c10::check("vnpu") ? 1 : 0;
}
