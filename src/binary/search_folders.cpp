#include "binary/search_folders.hpp"

#include <algorithm>
#include <array>
#include <sys/auxv.h>

namespace accelloader::binary {
namespace {

#if defined(__x86_64__)
constexpr std::string_view multiarch = "x86_64-linux-gnu";
#elif defined(__aarch64__)
constexpr std::string_view multiarch = "aarch64-linux-gnu";
#endif

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string platform_name() {
  const auto* name = reinterpret_cast<const char*>(getauxval(AT_PLATFORM));
  return name ? name : "";
}

std::vector<std::string> elements(std::string_view list) {
  std::vector<std::string> found;
  for (;;) {
    const auto end = std::min(list.find(':'), list.size());
    found.emplace_back(list.substr(0, end));
    if (end == list.size()) return found;
    list.remove_prefix(end + 1);
  }
}

struct Token {
  std::string_view name;
  std::string value;
};

void replace_token(std::string& text, const Token& token) {
  for (const std::string& written : {"${" + std::string(token.name) + "}", "$" + std::string(token.name)})
    for (auto at = text.find(written); at != std::string::npos; at = text.find(written, at + token.value.size()))
      text.replace(at, written.size(), token.value);
}

}  // namespace

std::string expand_tokens(std::string text, const std::string& path) {
  const std::array<Token, 3> tokens{{{"ORIGIN", folder_of(path)},
                                     {"LIB", "lib/" + std::string(multiarch)},  // as Debian's glibc is configured
                                     {"PLATFORM", platform_name()}}};
  for (const Token& token : tokens) replace_token(text, token);
  return text;
}

std::vector<std::string> expand_search_path(std::string_view list, const std::string& path) {
  std::vector<std::string> folders = elements(list);
  for (std::string& folder : folders) folder = expand_tokens(std::move(folder), path);
  return folders;
}

std::vector<std::string> default_folders() {
  std::vector<std::string> folders;
  for (const std::string base : {"/lib", "/usr/lib"})
    for (const std::string& folder : {base + "/" + std::string(multiarch), base + "64", base})
      folders.push_back(folder);
  return folders;
}

std::vector<std::string> unsafe_elements(std::string_view list) {
  std::vector<std::string> unsafe = elements(list);
  std::erase_if(unsafe, [](const std::string& element) {
    return element.starts_with('/') || element.starts_with("$ORIGIN") || element.starts_with("${ORIGIN}");
  });
  return unsafe;
}

}  // namespace accelloader::binary
