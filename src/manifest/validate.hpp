// Is it a manifest? Every fault at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>
#include <accelloader/loader.hpp>

namespace accelloader::manifest {

struct Validation {
  std::shared_ptr<const Descriptor> descriptor;  ///< if no finding is an error
  std::string name;                              ///< also of an invalid manifest, as long as its name is valid
  std::vector<Finding> findings;                 ///< by place
};

/// `path` is how the manifest was found, `folder` its real folder. The environment is asked for the variables that
/// folders name.
Validation validate(std::shared_ptr<const std::string> text, std::string path, std::string folder,
                    const Environment& environment);

}  // namespace accelloader::manifest
