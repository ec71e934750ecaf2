// What the manifest's `options` may say.
#pragma once

#include <cstddef>
#include <cstdint>

#include <accelloader/plugin.hpp>

namespace simtpu {

struct Options {
  int chips = 2;                              // `chips`
  std::size_t memory_of_a_chip = 1024 << 20;  // `memory_mib`, here in bytes
};

/// Throws accelloader::plugin::Failure for a value out of range, and warns of options that do not exist.
Options read_options(const accelloader::plugin::Host& host);

}  // namespace simtpu
