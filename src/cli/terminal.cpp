#include "cli/terminal.hpp"

#include <cstdlib>
#include <limits>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace accelloader::cli {

Color color_of(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool wanted = !(no_color && *no_color) && !(terminal && std::string_view(terminal) == "dumb");
  return wanted && isatty(fileno(stream)) ? Color::yes : Color::no;
}

std::size_t width_of(std::FILE* stream) {
  winsize size = {};
  if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return std::numeric_limits<std::size_t>::max();
}

}  // namespace accelloader::cli
