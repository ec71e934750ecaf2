#include "diagnostics/text.hpp"

#include <algorithm>

namespace accelloader::diagnostics {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string escaped(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

}  // namespace

std::string printable(std::string_view text, std::size_t indent) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::string shown;
  shown.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      shown.append(1, c).append(indent, ' ');
    else if (c == '\t')
      shown += ' ';
    else if (byte < 0x20 || byte == 0x7F)
      shown += escaped(c);
    else
      shown += c;
  }
  return shown;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_code_point));
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  constexpr std::string_view mark = "...";
  std::size_t end = 0;
  for (std::size_t columns = 0; end < text.size(); ++end)
    if (starts_code_point(text[end]) && ++columns > width - std::min(width, mark.size())) break;
  return std::string(text.substr(0, end)).append(mark.substr(0, width));
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace accelloader::diagnostics
