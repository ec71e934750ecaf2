// What a Backend snapshot holds.
#pragma once

#include <accelloader/backend.hpp>

namespace accelloader {

struct Backend::Content {
  std::string name;
  Status status = Status::ready;
  std::shared_ptr<const Descriptor> descriptor;
  ManifestSource manifest;
  std::optional<LibraryPlace> library;
  int device_count = 0;
  std::string hardware;
  std::vector<std::string> shadows;
  std::vector<Finding> findings;
};

}  // namespace accelloader
