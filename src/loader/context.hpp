// The options of a loader, completed.
#pragma once

#include <string>

#include <accelloader/loader.hpp>

namespace accelloader::loader {

struct Context {
  std::string root;         ///< "/" for this machine
  bool privileged = false;  ///< AT_SECURE
  Environment variables;    ///< what is set, trusted or not
  Inspection inspection = Inspection::files;
  std::string probe_program;    ///< empty: the installed one
  Environment trusted;          ///< the same, or nothing at all in a privileged process
  bool own_environment = true;  ///< `variables` is the process's own

  bool this_machine() const noexcept { return root == "/"; }
};

Context completed(LoaderOptions options);

}  // namespace accelloader::loader
