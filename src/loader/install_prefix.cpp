#include "loader/install_prefix.hpp"

#include <dlfcn.h>

#include "platform/file.hpp"

namespace accelloader::loader {

std::string install_prefix() {
  Dl_info self = {};
  if (dladdr(reinterpret_cast<void*>(&install_prefix), &self) == 0 || !self.dli_fname) return {};
  std::string folder = platform::real_path(self.dli_fname);
  constexpr int deepest = 4;  // <prefix>/lib/x86_64-linux-gnu/libaccelloader.so, and one to spare
  for (int i = 0; i < deepest; ++i) {
    const auto slash = folder.rfind('/');
    if (slash == std::string::npos || slash == 0) break;
    folder.erase(slash);
    if (platform::file_state(folder + "/share/accelloader/plugins")) return folder;
  }
  return {};
}

}  // namespace accelloader::loader
