#include "probe/last_lines.hpp"

#include <algorithm>

#include "diagnostics/text.hpp"

namespace accelloader::probe {
namespace {

constexpr std::size_t most_lines = 10, most_bytes = 4096;

}  // namespace

void LastLines::add(std::string_view bytes) {
  kept_.append(bytes.substr(bytes.size() - std::min(bytes.size(), 2 * most_bytes)));
  if (kept_.size() > 2 * most_bytes) kept_.erase(0, kept_.size() - most_bytes);
}

std::string LastLines::text() const {
  std::string_view text = kept_;
  if (text.size() > most_bytes) text.remove_prefix(text.size() - most_bytes);
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t lines = 0;
  for (std::size_t at = text.size(); at > 0; --at)
    if (text[at - 1] == '\n' && ++lines == most_lines) {
      text.remove_prefix(at);
      break;
    }
  return diagnostics::printable(text);
}

}  // namespace accelloader::probe
