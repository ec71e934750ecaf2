#include "loader/install_prefix.hpp"

#include <dlfcn.h>

#include "platform/file.hpp"

namespace accelloader::loader {
namespace {

/// As the dynamic linker has it.
std::string this_library() {
  Dl_info self = {};
  return dladdr(reinterpret_cast<void*>(&install_prefix), &self) != 0 && self.dli_fname ? self.dli_fname : "";
}

/// The nearest folder above this library that has `inside`.
std::string folder_with(const std::string& inside) {
  std::string folder = platform::real_path(this_library());
  constexpr int deepest = 4;  // <prefix>/lib/x86_64-linux-gnu/libaccelloader.so, and one to spare
  for (int i = 0; i < deepest; ++i) {
    const auto slash = folder.rfind('/');
    if (slash == std::string::npos || slash == 0) break;
    folder.erase(slash);
    if (platform::file_state(folder + inside)) return folder;
  }
  return {};
}

}  // namespace

std::string install_prefix() { return folder_with("/share/accelloader/plugins"); }

std::string probe_program() {
  constexpr const char* program = "/libexec/accelloader/accelloader-probe";
  const std::string prefix = folder_with(program);
  return prefix.empty() ? std::string() : prefix + program;
}

std::string border_library() {
  const std::string library = this_library();
  const std::string border =
      library.substr(0, library.rfind('/') + 1) + "libaccelloader_torch.so." ACCELLOADER_SOVERSION;
  return platform::file_state(border) ? border : std::string();
}

}  // namespace accelloader::loader
