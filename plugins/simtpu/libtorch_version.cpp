// Whether the libtorch of this process is the one that the plugin was compiled against.
#include "libtorch_version.hpp"

#include <string>

#include <ATen/Version.h>
#include <torch/version.h>

#include <accelloader/plugin.hpp>

namespace simtpu {
namespace {

/// "2.13.0", or empty. Headers only know what the plugin was compiled against; the library itself tells its version in
/// the text about how it was built, and nowhere else in all releases.
std::string version_of_running_libtorch() {
  const std::string text = at::show_config();
  const std::string key = "TORCH_VERSION=";
  const auto found = text.find(key);
  if (found == std::string::npos) return {};
  const auto begin = found + key.size();
  return text.substr(begin, text.find_first_not_of("0123456789.", begin) - begin);
}

bool same_release(const std::string& version) {
  return version.starts_with(std::to_string(TORCH_VERSION_MAJOR) + "." + std::to_string(TORCH_VERSION_MINOR) + ".");
}

}  // namespace

void require_matching_libtorch() {
  const std::string running = version_of_running_libtorch();
  if (running.empty() || same_release(running)) return;  // what cannot be known is no reason to refuse
  throw accelloader::plugin::Failure(
      ACCELLOADER_INCOMPATIBLE, "compiled against libtorch " TORCH_VERSION ", but this process has libtorch " + running,
      "build the plugin against libtorch " + running + ", or run with the libtorch it was built against");
}

}  // namespace simtpu
