// Which libtorch there are on the machine, as files.
#pragma once

#include <vector>

#include <accelloader/loader.hpp>
#include <accelloader/machine_report.hpp>

namespace accelloader::binary {

/// In the order of the places: what this process has, LD_LIBRARY_PATH, the dynamic linker's cache and folders, and the
/// packages of the Pythons in PATH. No program is run for it. Each file once.
std::vector<LibtorchReport> find_libtorch(const std::string& root, const Environment& environment);

}  // namespace accelloader::binary
