#include "hardware/container.hpp"

#include <variant>

#include "platform/file.hpp"

namespace accelloader::hardware {
namespace {

/// The value of `container=` in "A=1\0container=lxc\0".
std::string from_environment(const std::string& path) {
  const auto read = platform::read_file(path, 1UL << 20);
  const auto* content = std::get_if<platform::FileContent>(&read);
  if (!content) return {};
  const std::string text = std::string(1, '\0') + content->text, key = std::string(1, '\0') + "container=";
  const auto at = text.find(key);
  return at == std::string::npos ? std::string() : std::string(text.c_str() + at + key.size());
}

}  // namespace

std::string container_kind(const std::string& root) {
  const auto inside = [&](const char* path) { return platform::below_root(root, path); };
  if (std::string kind = platform::read_line(inside("/run/systemd/container")); !kind.empty()) return kind;
  if (platform::file_state(inside("/.dockerenv"))) return "docker";
  if (platform::file_state(inside("/run/.containerenv"))) return "podman";
  return from_environment(inside("/proc/1/environ"));
}

}  // namespace accelloader::hardware
