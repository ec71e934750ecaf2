// The program accelloader, run on a folder of manifests.
#pragma once

#include <string>
#include <vector>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"
#include "support/process.hpp"

namespace test {

/// `arguments` after the program's name; the environment has the folder as search path, and nothing of ours.
inline ProcessResult run_program(const PluginsFolder& folder, std::vector<std::string> arguments, Variables more = {}) {
  more.emplace("ACCELLOADER_PLUGIN_PATH", folder.path());
  arguments.insert(arguments.begin(), ACCELLOADER_PROGRAM);
  return run(arguments, more);
}

}  // namespace test
