#include <array>

#include <accelloader/error_code.hpp>

namespace accelloader {

std::string to_string(ErrorCode code) {
  const auto number = static_cast<unsigned>(code);
  std::string text = "A0000";
  for (unsigned rest = number, place = 4; rest > 0; rest /= 10, --place)
    text[place] = static_cast<char>('0' + rest % 10);
  return text;
}

Stage stage_of(ErrorCode code) noexcept { return static_cast<Stage>(static_cast<unsigned>(code) / 100); }

std::string_view to_string(Stage stage) noexcept {
  static constexpr std::array<std::string_view, 8> names = {"discover", "parse", "resolve",   "hardware",
                                                            "inspect",  "open",  "negotiate", "activate"};
  return names[static_cast<std::size_t>(stage) - 1];
}

}  // namespace accelloader
