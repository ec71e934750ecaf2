// Whom the program talks to.
#pragma once

#include <cstddef>
#include <cstdio>

#include <accelloader/render.hpp>

namespace accelloader::cli {

/// Yes on a terminal, unless NO_COLOR is set and not empty (no-color.org) or TERM is dumb.
Color color_of(std::FILE* stream);

/// The columns of a terminal; a number that no line reaches for anything else.
std::size_t width_of(std::FILE* stream);

}  // namespace accelloader::cli
