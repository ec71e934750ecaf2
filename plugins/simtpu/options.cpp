// What the manifest's `options` may say.
#include "options.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "chip/board.hpp"

namespace simtpu {
namespace {

using accelloader::plugin::Failure;
using accelloader::plugin::Host;

constexpr std::array<std::string_view, 2> known_options{"chips", "memory_mib"};
constexpr long long most_memory_mib = 1 << 20;  // 1 TiB: address space is cheap, but not endless

/// A typing error in an option should not go unnoticed, and should not keep anybody from working either.
void warn_of_unknown_options(const Host& host) {
  for (const std::string_view name : host.option_names())
    if (std::ranges::find(known_options, name) == known_options.end())
      host.log(ACCELLOADER_LOG_WARNING, "option `" + std::string(name) + "` is unknown and has no effect");
}

long long integer_between(const Host& host, std::string_view name, long long least, long long most,
                          long long otherwise) {
  const long long value = host.integer_option(name).value_or(otherwise);
  if (value >= least && value <= most) return value;
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  throw Failure(ACCELLOADER_BAD_OPTION,
                "option `" + std::string(name) + "` is " + std::to_string(value) + ", not " + range,
                "set `" + std::string(name) + "` in the manifest's `options` to a number from " + range);
}

}  // namespace

Options read_options(const Host& host) {
  warn_of_unknown_options(host);
  const long long memory_mib = integer_between(host, "memory_mib", 1, most_memory_mib, 1024);
  return {.chips = static_cast<int>(integer_between(host, "chips", 1, chip::Board::most_chips, 2)),
          .memory_of_a_chip = static_cast<std::size_t>(memory_mib) << 20};
}

}  // namespace simtpu
