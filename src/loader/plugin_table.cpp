#include "loader/plugin_table.hpp"

#include <map>
#include <mutex>
#include <unistd.h>
#include <utility>

namespace accelloader {

std::string_view Plugin::name() const noexcept { return content_->name; }
std::string_view Plugin::library() const noexcept { return content_->library; }
std::string_view Plugin::version() const noexcept { return content_->version; }
void* Plugin::native_handle() const noexcept { return content_->handle.native_handle(); }
void* Plugin::address_of(const char* name) const noexcept { return content_->handle.symbol(name); }

std::optional<Error> Plugin::Content::left_behind() const {
  if (fork_safe || process == getpid()) return std::nullopt;
  return Error(ErrorCode::process_forked, "this process was forked after `" + name +
                                              "` was loaded, and what the plugin has started did not come along")
      .help("start workers with spawn instead of fork, or load `" + name + "` in the child alone");
}

namespace loader {
namespace {

struct Table {
  std::mutex mutex;
  std::map<std::pair<std::string, platform::FileIdentity>, std::shared_ptr<const Plugin::Content>> plugins;
};

Table& table() {
  static Table& the_table = *new Table;
  return the_table;
}

}  // namespace

std::shared_ptr<const Plugin::Content> loaded_plugin(const std::string& backend, platform::FileIdentity library) {
  const std::lock_guard lock(table().mutex);
  const auto found = table().plugins.find({backend, library});
  return found == table().plugins.end() ? nullptr : found->second;
}

std::string activated_for_another(const std::string& backend, platform::FileIdentity library) {
  const std::lock_guard lock(table().mutex);
  for (const auto& [key, plugin] : table().plugins)
    if (key.second == library && key.first != backend && !plugin->version.empty()) return key.first;
  return {};
}

void remember_plugin(platform::FileIdentity library, std::shared_ptr<const Plugin::Content> plugin) {
  const std::lock_guard lock(table().mutex);
  table().plugins.emplace(std::pair(plugin->name, library), std::move(plugin));
}

}  // namespace loader
}  // namespace accelloader
