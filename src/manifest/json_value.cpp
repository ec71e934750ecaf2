#include "manifest/json_value.hpp"

#include <array>

namespace accelloader::manifest {

const JsonValue* JsonValue::find(std::string_view key) const noexcept {
  for (const JsonMember& member : members)
    if (member.key == key) return &member.value;
  return nullptr;
}

std::string_view JsonValue::type_name() const noexcept {
  static constexpr std::array<std::string_view, 7> names = {"null",     "true or false", "an integer", "a number",
                                                            "a string", "an array",      "an object"};
  return names[static_cast<std::size_t>(type)];
}

}  // namespace accelloader::manifest
