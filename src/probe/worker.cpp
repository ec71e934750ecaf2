#include "probe/worker.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <utility>
#include <variant>

#include "binary/find_libtorch.hpp"
#include "binary/inspect.hpp"
#include "binary/libtorch_library.hpp"
#include "loader/install_prefix.hpp"
#include "loader/load_plugin.hpp"
#include "loader/probe_report.hpp"
#include "manifest/read.hpp"
#include "platform/environment.hpp"
#include "platform/log.hpp"
#include "plugin/torch_border.hpp"
#include "probe/last_words.hpp"

namespace accelloader::probe {
namespace {

/// Opens the first libtorch of the machine that can be opened.
bool bring_libtorch(const Environment& environment) {
  return std::ranges::any_of(binary::find_libtorch("/", environment), [](const LibtorchReport& libtorch) {
    return dlopen(binary::libtorch_sibling(libtorch.library, "libtorch_cpu.so").c_str(), RTLD_NOW | RTLD_GLOBAL);
  });
}

/// libtorch's side of a load, if the library that has it is here and there is a libtorch for it.
bool prepare_libtorch(const std::string& border, const Environment& environment) {
  if (border.empty()) return false;
  const auto open_border = [&] { return dlopen(border.c_str(), RTLD_NOW | RTLD_GLOBAL); };
  void* handle = open_border();
  if (!handle && bring_libtorch(environment)) handle = open_border();
  if (!handle) return false;
  auto* const prepare = reinterpret_cast<void (*)()>(dlsym(handle, "accelloader_torch_prepare_probe"));
  if (!prepare) return false;
  prepare();
  return plugin::torch_border() != nullptr;
}

}  // namespace

void work(const std::string& manifest, const std::string& library, WorkerRecord& record) {
  using enum WorkerRecord::Verdict;
  platform::log().set_level(spdlog::level::off);  // or our own lines would be told as the plugin's last words
  const Environment environment = &platform::environment_variable;
  manifest::Reading reading = manifest::read({{manifest, "named", 0}, manifest}, environment);
  const auto& descriptor = reading.validation.descriptor;
  if (!descriptor) return record.conclude(skipped, "its manifest is invalid by now");
  record_last_words(record);
  if (descriptor->kind == Kind::torch && !prepare_libtorch(loader::border_library(), environment))
    return record.conclude(skipped,
                           "the plugin cannot be probed: it needs a libtorch, and accelloader::torch is not installed "
                           "beside this library or finds none");
  const auto enter = [&](Stage stage) {
    if (record.is_worker()) record.stage = static_cast<int>(stage);
  };
  const auto plugin = loader::load_plugin(*descriptor, library, enter);
  if (plugin)
    record.conclude(succeeded, "");
  else
    record.conclude(refused, loader::written(plugin.error()));
}

}  // namespace accelloader::probe
