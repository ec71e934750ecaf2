// The manifests of this machine, found, read and ranked. No hardware has been looked at.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <accelloader/loader.hpp>

#include "loader/context.hpp"
#include "manifest/read.hpp"

namespace accelloader::loader {

/// What is known before anybody asks for anything. Does not change.
struct Catalog {
  struct Entry {
    manifest::Reading reading;  ///< of a manifest that has a valid name at least
    bool disabled = false;
  };

  std::vector<Entry> entries;  ///< by name, and within one name from the best to the worst
  std::vector<ManifestReport> invalid;
  std::vector<Finding> findings;
  std::vector<std::string> ignored_variables;
  std::vector<SearchedPlace> searched;
};

/// Reads each manifest of the search path.
Catalog read_catalog(const Context& context);

}  // namespace accelloader::loader
