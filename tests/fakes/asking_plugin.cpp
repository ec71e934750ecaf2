// A plugin that asks for a backend, perhaps itself, while it is being loaded. The test program exports how.
#include <dlfcn.h>

#include <accelloader/plugin.hpp>

namespace {

struct Asking {
  static constexpr accelloader::plugin::Description description{"asking", "1.0"};

  void activate(const accelloader::plugin::Host&) {
    // Null, or why the backend cannot be loaded.
    auto* load = reinterpret_cast<const char* (*)(const char*)>(dlsym(RTLD_DEFAULT, "test_load"));
    if (const char* reason = load(ASKS_FOR)) throw std::runtime_error(reason);
  }
};

}  // namespace

ACCELLOADER_PLUGIN(Asking)
