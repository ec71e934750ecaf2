// The plugins that are loaded into this process, whichever loader did it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

#include <accelloader/error.hpp>
#include <accelloader/loaded_plugin.hpp>

#include "platform/file.hpp"
#include "platform/shared_library.hpp"

namespace accelloader {

struct Plugin::Content {
  std::string name;
  std::string library;
  std::string version;
  platform::SharedLibrary handle;
  bool fork_safe = false;
  pid_t process = 0;  ///< that has loaded it

  /// An Error in a process that was forked since, if the plugin is not made for that.
  std::optional<Error> left_behind() const;
};

namespace loader {

/// Null if this file was not loaded for this backend.
std::shared_ptr<const Plugin::Content> loaded_plugin(const std::string& backend, platform::FileIdentity library);

/// The other backend for which a plugin of the contract in this file was activated; empty if there is none.
std::string activated_for_another(const std::string& backend, platform::FileIdentity library);

/// Kept until the process ends.
void remember_plugin(platform::FileIdentity library, std::shared_ptr<const Plugin::Content> plugin);

}  // namespace loader
}  // namespace accelloader
