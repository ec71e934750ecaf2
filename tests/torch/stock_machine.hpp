// A machine with stock plugins alone, and accelloader::torch installed for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <accelloader/torch.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

namespace test {

/// One a process: libtorch keeps what was installed.
struct StockMachine : PluginsFolder {
  void add_torch(std::string_view name, std::string_view library, std::string_view more = {}) const {
    add(name, library, more.empty() ? std::string_view(R"("device_count": 2)") : more, "torch");
  }

  accelloader::torch::InstallReport install() const { return accelloader::torch::install({.loader = loader()}); }
};

/// The text of the c10::Error that `work` throws, without libtorch's backtrace; empty if it throws none.
template <class Work>
std::string error_text(const Work& work) {
  try {
    work();
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return {};
}

/// What libtorch takes for the accelerator of this machine, if any.
std::optional<c10::DeviceType> accelerator();

/// Whether the dynamic linker has the file open.
bool is_open(const char* library);

}  // namespace test
