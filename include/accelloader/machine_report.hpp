// What a Loader looked at to come to its answers: for `accelloader doctor`, and for a report of a fault.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <accelloader/export.hpp>

namespace accelloader {

/// A place of the search path.
struct SearchedPlace {
  std::string path;
  std::string reason;         ///< "ACCELLOADER_PLUGIN_PATH, entry 2", "the machine's configuration"
  int rank = 0;               ///< from 1; a lower one wins
  std::string state;          ///< "a folder", "a file", "not there", or why it cannot be read: "permission denied"
  std::size_t manifests = 0;  ///< files that are called like one
};

/// An environment variable that is set and matters, or looks as if it was meant to.
struct VariableReport {
  std::string name;
  std::string value;
  bool honoured = true;
  std::string effect;  ///< what it does, or why it is ignored
};

/// A libtorch that is on this machine. Which one a program meets is decided by how it was linked.
struct LibtorchReport {
  std::string library;  ///< its libc10
  std::string version;  ///< empty if the files beside it do not tell
  std::string rule;     ///< why it was looked for there: "ld.so.cache", "the python3 of /usr/bin"
};

/// Of another machine (LoaderOptions::root), what only its kernel would tell is empty.
struct MachineReport {
  std::string system;        ///< "Debian GNU/Linux 12 (bookworm)"
  std::string kernel;        ///< "Linux 6.1.0"
  std::string architecture;  ///< "x86_64"
  std::string c_library;     ///< "glibc 2.36"
  std::string container;     ///< "docker"; empty if it is none
  std::vector<SearchedPlace> search_path;
  std::vector<VariableReport> variables;
  std::vector<LibtorchReport> libtorch;
  std::string border;  ///< the file of accelloader::torch that is installed with this library; empty if there is none
};

/// As `accelloader doctor --json` has it: docs/json.md.
ACCELLOADER_EXPORT std::string to_json(const MachineReport& report);

}  // namespace accelloader
