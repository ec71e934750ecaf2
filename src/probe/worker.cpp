#include "probe/worker.hpp"

#include <dlfcn.h>
#include <utility>
#include <variant>

#include "binary/inspect.hpp"
#include "loader/load_plugin.hpp"
#include "loader/probe_report.hpp"
#include "manifest/read.hpp"
#include "platform/environment.hpp"
#include "platform/log.hpp"
#include "plugin/torch_border.hpp"
#include "probe/last_words.hpp"

namespace accelloader::probe {
namespace {

/// libtorch's side of a load, if the library that has it is here and finds a libtorch.
bool prepare_libtorch(const std::string& folder) {
  const std::string border = folder + "/libaccelloader_torch.so." ACCELLOADER_SOVERSION;
  void* const handle = dlopen(border.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!handle) {
    platform::log().debug("the libtorch border cannot be opened: {}", dlerror());
    return false;
  }
  auto* const prepare = reinterpret_cast<void (*)()>(dlsym(handle, "accelloader_torch_prepare_probe"));
  if (!prepare) return false;
  prepare();
  return plugin::torch_border() != nullptr;
}

std::string folder_of_this_library() {
  Dl_info self = {};
  if (dladdr(reinterpret_cast<void*>(&prepare_libtorch), &self) == 0 || !self.dli_fname) return {};
  const std::string path = self.dli_fname;
  return path.substr(0, path.rfind('/'));
}

}  // namespace

void work(const std::string& manifest, const std::string& library, const RecordWriter& writer) {
  const Environment environment = &platform::environment_variable;
  manifest::Reading reading = manifest::read({{manifest, "named", 0}, manifest}, environment);
  const auto& descriptor = reading.validation.descriptor;
  if (!descriptor) {
    writer.write("skipped", "its manifest is invalid by now");
    return;
  }
  record_last_words(writer);
  if (descriptor->kind == Kind::torch && !prepare_libtorch(folder_of_this_library())) {
    writer.write(
        "skipped",
        "the plugin cannot be probed: it needs a libtorch, and accelloader::torch is not installed beside this "
        "library or finds none");
    return;
  }
  const auto enter = [&](Stage stage) { writer.write("stage", std::to_string(static_cast<int>(stage))); };
  const auto plugin = loader::load_plugin(*descriptor, library, enter);
  if (plugin)
    writer.write("succeeded", "");
  else
    writer.write("error", loader::written(plugin.error()));
}

}  // namespace accelloader::probe
