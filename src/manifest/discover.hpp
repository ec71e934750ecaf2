// Which manifest files there are, and which folder and rule each comes from.
#pragma once

#include <string>
#include <vector>

#include <accelloader/finding.hpp>
#include <accelloader/loader.hpp>
#include <accelloader/machine_report.hpp>

#include "manifest/search_path.hpp"

namespace accelloader::manifest {

/// A file that is called like a manifest. It has not been opened.
struct ManifestFile {
  ManifestSource source;
  std::string real_location;  ///< below the root that is judged: what to open
};

struct Discovery {
  std::vector<ManifestFile> files;      ///< by rank, then by name
  std::vector<SearchedPlace> searched;  ///< by rank, also those that are not there
  std::vector<Finding> findings;
};

/// Lists the folders of the path, below `root`. Reads no manifest.
Discovery discover(const SearchPath& path, const std::string& root);

}  // namespace accelloader::manifest
