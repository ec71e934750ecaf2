// The stages that run a plugin's code: open, negotiate, activate.
#pragma once

#include <memory>

#include <accelloader/descriptor.hpp>
#include <accelloader/result.hpp>

#include "loader/plugin_table.hpp"
#include "plugin/kind_driver.hpp"

namespace accelloader::loader {

/// Opens `library` and makes a backend of it, on this thread, which must hold the backend's LoadTurn. A file that this
/// process has already loaded for this backend is answered from memory. `enter` is told of each stage.
Result<std::shared_ptr<const Plugin::Content>> load_plugin(
    const Descriptor& descriptor, const std::string& library, const plugin::Progress& enter = [](Stage) {});

}  // namespace accelloader::loader
