// Text that came from outside (a manifest, a plugin, the dynamic linker), made fit to be shown.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace accelloader::diagnostics {

/// The bytes of the well-formed UTF-8 sequence that `text` starts with; 0 if it starts with none.
std::size_t utf8_length(std::string_view text);

/// Control characters and bytes that are not UTF-8 become `\x1b` and the like, so that no file can drive somebody's
/// terminal. A newline stays, with `indent` spaces after it, unless it ends the text; a tab becomes a space.
std::string printable(std::string_view text, std::size_t indent = 0);

/// How many columns a terminal uses for UTF-8 `text`: code points are counted, which is right for all but wide scripts.
std::size_t display_width(std::string_view text);

/// `text` cut to at most `width` columns, with "..." in place of what was cut.
std::string shortened(std::string_view text, std::size_t width);

/// The parts of a list such as PATH, between any of the bytes of `separators`; without empty ones. They are parts of
/// `list`.
std::vector<std::string_view> parts_of(std::string_view list, std::string_view separators = ":");
/// Of a text that is gone when the parts are used.
template <std::same_as<std::string> Text>
std::vector<std::string_view> parts_of(Text&& list, std::string_view separators = ":") = delete;

/// "1 device", "2 devices".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace accelloader::diagnostics
