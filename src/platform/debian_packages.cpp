#include "platform/debian_packages.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>
#include <variant>

#include "platform/child_process.hpp"
#include "platform/file.hpp"

namespace accelloader::platform {
namespace {

constexpr std::size_t most_bytes = 64UL << 20;
constexpr std::chrono::seconds patience{30};

/// "libfoo1" of "libfoo1:amd64".
std::string package_of(std::string_view list) { return std::string(list.substr(0, list.find(':'))); }

/// Those lines that end with the name. Some 10 MB are searched that are full of slashes, so not with find(), which
/// stops at each.
std::vector<std::string> paths_of(std::string_view text, const std::string& name) {
  const std::string ending = "/" + name + "\n";
  const std::boyer_moore_horspool_searcher searcher(ending.begin(), ending.end());
  std::vector<std::string> paths;
  const char* const text_end = text.data() + text.size();
  for (const char* from = text.data();;) {
    const auto [begin, end] = searcher(from, text_end);
    if (begin == text_end) return paths;
    const char* const line =
        std::find(std::make_reverse_iterator(begin), std::make_reverse_iterator(text.data()), '\n').base();
    paths.emplace_back(line, end - 1);
    from = end;
  }
}

std::string escaped(std::string_view name) {
  std::string text;
  for (const char byte : name) {
    if (std::string_view(".+*?()[]{}^$|\\").find(byte) != std::string_view::npos) text += '\\';
    text += byte;
  }
  return text;
}

}  // namespace

std::vector<PackageFile> files_of_installed_packages(const std::string& root, const std::vector<std::string>& names) {
  constexpr std::string_view suffix = ".list";
  const std::string folder = below_root(root, "/var/lib/dpkg/info");
  std::vector<PackageFile> found;
  for (const std::string& list : list_folder(folder).names) {
    if (!list.ends_with(suffix)) continue;
    const auto read = read_file(folder + "/" + list, most_bytes);
    const auto* content = std::get_if<FileContent>(&read);
    if (!content) continue;
    for (const std::string& name : names)
      for (std::string& path : paths_of(content->text, name))
        found.push_back({package_of(std::string_view(list).substr(0, list.size() - suffix.size())), std::move(path)});
  }
  return found;
}

std::vector<PackageFile> files_of_available_packages(const std::vector<std::string>& names) {
  std::string pattern;
  for (const std::string& name : names) pattern += (pattern.empty() ? "" : "|") + escaped(name);
  // apt-file(1): "PACKAGE: PATH", a line for each file that the regular expression matches.
  const auto searched = run_child(
      {"/usr/bin/apt-file", "search", "--regexp", "/lib(32|64)?/([^ ]*/)?(" + pattern + ")$"}, patience, most_bytes);
  std::vector<PackageFile> found;
  for (std::string_view rest = searched.output; !rest.empty();) {
    const auto end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    const auto colon = line.find(": ");
    if (colon != std::string_view::npos)
      found.push_back({std::string(line.substr(0, colon)), std::string(line.substr(colon + 2))});
  }
  return found;
}

}  // namespace accelloader::platform
