// The order is documented in docs/manifest.md, section "Search path".
#include "manifest/search_path.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "diagnostics/text.hpp"

namespace accelloader::manifest {
namespace {

using diagnostics::parts_of;

constexpr std::string_view replacing_variable = "ACCELLOADER_PLUGIN_PATH";
constexpr std::string_view adding_variable = "ACCELLOADER_EXTRA_PLUGIN_PATH";
constexpr std::string_view plugins_folder = "accelloader/plugins";

std::string normal(std::string_view text) {
  std::string path = std::filesystem::path(text).lexically_normal().string();
  if (path.size() > 1 && path.back() == '/') path.pop_back();  // "dir/" and "dir" are one folder
  return path;
}

class SearchPathBuilder {
 public:
  SearchPathBuilder(const SearchOptions& options, const Environment& environment)
      : options_(options), environment_(environment) {}

  SearchPath build() {
    if (const auto list = trusted(replacing_variable)) {
      add_list(replacing_variable, *list);
      return std::move(path_);
    }
    if (const auto list = trusted(adding_variable)) add_list(adding_variable, *list);
    add_user_and_machine();
    if (!options_.install_prefix.empty())
      add(options_.install_prefix + "/share/" + std::string(plugins_folder), "installed with this library");
    return std::move(path_);
  }

 private:
  /// Set but empty counts as unset, as the XDG base directory specification (0.8) has it.
  std::optional<std::string> trusted(std::string_view name) {
    auto value = environment_(name);
    if (!value || value->empty()) return std::nullopt;
    if (!options_.privileged) return value;
    path_.ignored_variables.emplace_back(name);
    return std::nullopt;
  }

  void add(std::string_view folder, std::string reason, bool asked_for = false) {
    std::string path = normal(folder);
    const auto same = [&](const SearchEntry& entry) { return entry.path == path; };
    if (std::ranges::none_of(path_.entries, same))
      path_.entries.push_back({std::move(path), std::move(reason), asked_for});
  }

  void add_list(std::string_view variable, std::string_view list) {
    int entry = 0;
    // An empty part would mean the current folder, which is never wanted; a relative one means it too, and is kept
    // since somebody wrote it.
    for (const std::string_view part : parts_of(list))
      add(part, std::string(variable) + ", entry " + std::to_string(++entry), true);
  }

  /// `variable`, or `fallback` below the user's home. Relative values are invalid by the XDG specification.
  void add_users_folder(std::string_view variable, std::string_view fallback, std::string reason) {
    auto base = trusted(variable);
    if (base && base->front() != '/') base.reset();
    if (!base && home_) base = *home_ + std::string(fallback);
    if (base) add(*base + "/" + std::string(plugins_folder), std::move(reason));
  }

  void add_user_and_machine() {
    home_ = trusted("HOME");
    add_users_folder("XDG_CONFIG_HOME", "/.config", "the user's configuration");
    add("/etc/" + std::string(plugins_folder), "the machine's configuration");
    add_users_folder("XDG_DATA_HOME", "/.local/share", "the user's data");
    const std::string folders = trusted("XDG_DATA_DIRS").value_or("/usr/local/share:/usr/share");
    for (const std::string_view folder : parts_of(folders))
      if (folder.front() == '/') add(std::string(folder) + "/" + std::string(plugins_folder), "the machine's data");
  }

  const SearchOptions& options_;
  const Environment& environment_;
  std::optional<std::string> home_;
  SearchPath path_;
};

}  // namespace

SearchPath search_path(const SearchOptions& options, const Environment& environment) {
  return SearchPathBuilder(options, environment).build();
}

}  // namespace accelloader::manifest
