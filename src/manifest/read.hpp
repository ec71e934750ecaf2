// One manifest, from the file to the descriptor.
#pragma once

#include <optional>

#include "manifest/discover.hpp"
#include "manifest/validate.hpp"
#include "platform/file.hpp"

namespace accelloader::manifest {

struct Reading {
  ManifestSource source;
  Validation validation;
  std::optional<platform::FileIdentity> identity;  ///< empty if the file could not be read
};

/// Never hangs on what is no regular file, and never reads more than a mebibyte.
Reading read(ManifestFile file, const Environment& environment);

}  // namespace accelloader::manifest
