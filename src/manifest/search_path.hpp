// Where manifests are looked for, in which order, and why there.
#pragma once

#include <string>
#include <vector>

#include <accelloader/loader.hpp>

namespace accelloader::manifest {

/// A folder, or a single manifest, to look at.
struct SearchEntry {
  std::string path;
  std::string reason;      ///< for people: "ACCELLOADER_PLUGIN_PATH, entry 2"
  bool asked_for = false;  ///< a variable names it, so its absence is worth a word
};

struct SearchPath {
  std::vector<SearchEntry> entries;            ///< in order of rank, none twice
  std::vector<std::string> ignored_variables;  ///< set, but not honoured in a privileged process
};

struct SearchOptions {
  std::string install_prefix;  ///< of the running library, for its own manifests; empty if it is not known
  bool privileged = false;     ///< AT_SECURE: the environment belongs to somebody less trusted
};

/// Pure: touches neither the process nor the disk, so an entry need not exist.
SearchPath search_path(const SearchOptions& options, const Environment& environment);

}  // namespace accelloader::manifest
