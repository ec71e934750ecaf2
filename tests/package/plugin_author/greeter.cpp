#include <string>

#include <accelloader/plugin.hpp>

namespace {

std::string greeting_text;

struct Greeter {
  static constexpr accelloader::plugin::Description description{"greeter", "1.0.0"};

  void activate(const accelloader::plugin::Host& host) {
    greeting_text = "hello to " + host.string_option("whom").value_or("the world");
  }
};

}  // namespace

ACCELLOADER_PLUGIN(Greeter)

extern "C" __attribute__((visibility("default"))) const char* greeting() { return greeting_text.c_str(); }
