#include "manifest/locate.hpp"

#include <algorithm>
#include <cstdint>

namespace accelloader::manifest {

Location locate(std::string_view text, const std::string& file, Span span, std::string label) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  const std::size_t offset = std::min<std::size_t>(span.offset, text.size());
  const auto newline = offset > 0 ? text.rfind('\n', offset - 1) : std::string_view::npos;
  std::size_t first = newline == std::string_view::npos ? 0 : newline + 1;
  if (first == 0 && text.starts_with(byte_order_mark) && offset >= byte_order_mark.size())
    first = byte_order_mark.size();
  std::size_t end = std::min(text.find('\n', first), text.size());
  if (end > first && text[end - 1] == '\r') --end;

  Location location{.file = file};
  location.line = 1 + static_cast<std::uint32_t>(std::ranges::count(text.substr(0, first), '\n'));
  location.column = 1 + static_cast<std::uint32_t>(offset - first);
  location.length =
      std::max(1U, static_cast<std::uint32_t>(std::min<std::size_t>(span.length, end - std::min(end, offset))));
  location.source = text.substr(first, end - first);
  location.label = std::move(label);
  return location;
}

}  // namespace accelloader::manifest

namespace accelloader {

Location Descriptor::locate(Span span, std::string label) const {
  return manifest::locate(text ? std::string_view(*text) : std::string_view(), path, span, std::move(label));
}

std::string_view to_string(Kind kind) noexcept {
  switch (kind) {
    case Kind::torch: return "torch";
    case Kind::pjrt: return "pjrt";
    case Kind::library: break;
  }
  return "library";
}

}  // namespace accelloader
