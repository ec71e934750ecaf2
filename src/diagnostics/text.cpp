#include "diagnostics/text.hpp"

#include <algorithm>

namespace accelloader::diagnostics {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// C0, DEL, and C1, whose U+009B starts an escape sequence as ESC [ does.
bool control(std::string_view code_point) {
  const auto first = static_cast<unsigned char>(code_point.front());
  if (code_point.size() == 1) return first < 0x20 || first == 0x7F;
  return first == 0xC2 && static_cast<unsigned char>(code_point[1]) < 0xA0;
}

std::string escaped(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

}  // namespace

// Table 3-7 of the Unicode standard: the second byte's range keeps overlong forms, surrogates and what is above
// U+10FFFF out.
std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return length;
}

std::string printable(std::string_view text, std::size_t indent) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view code_point = text.substr(0, std::max<std::size_t>(length, 1));
    if (code_point == "\n")
      shown.append("\n").append(indent, ' ');
    else if (code_point == "\t")
      shown += ' ';
    else if (length == 0 || control(code_point))
      for (const char c : code_point) shown += escaped(c);
    else
      shown += code_point;
    text.remove_prefix(code_point.size());
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

std::vector<std::string_view> parts_of(std::string_view list, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const auto end = std::min(list.find_first_of(separators), list.size());
    if (end > 0) parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace accelloader::diagnostics
