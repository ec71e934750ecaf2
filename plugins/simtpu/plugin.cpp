// The door: what accelloader finds in this shared object, and what happens when it knocks.
#include <cstdint>

#include <torch/version.h>

#include <accelloader/plugin.hpp>

#include "chip/board.hpp"
#include "libtorch_version.hpp"
#include "options.hpp"
#include "registration.hpp"

namespace {

struct Simtpu {
  static constexpr accelloader::plugin::Description description{"simtpu", "0.1.0", TORCH_VERSION};

  /// First all that may be refused, while nothing has happened yet; then the hardware; last what cannot be taken back.
  void activate(const accelloader::plugin::Host& host) {
    const auto options = simtpu::read_options(host);
    simtpu::require_matching_libtorch();
    simtpu::require_free_slot(host.backend());
    simtpu::chip::Board::power_on(options.chips, options.memory_of_a_chip);
    simtpu::register_backend();
  }
};

}  // namespace

ACCELLOADER_PLUGIN(Simtpu)
