// A plugin of the C++ wrapper that throws: the options say what.
#include <accelloader/plugin.hpp>

namespace {

struct Throwing {
  static constexpr accelloader::plugin::Description description{"throwing", "0.9"};

  void activate(const accelloader::plugin::Host& host) {
    if (host.bool_option("foreign").value_or(false)) throw 42;
    if (host.bool_option("standard").value_or(false)) throw std::runtime_error("the runtime is not installed");
    const auto lanes = host.integer_option("lanes");
    if (lanes.value_or(1) < 1)
      throw accelloader::plugin::Failure(ACCELLOADER_BAD_OPTION, "`lanes` is below 1", "give each board a lane");
  }
};

}  // namespace

ACCELLOADER_PLUGIN(Throwing)
