// Which file a manifest's `library` means, and what can be said of it without reading it.
#pragma once

#include <string>

#include <accelloader/backend.hpp>
#include <accelloader/loader.hpp>
#include <accelloader/result.hpp>

namespace accelloader::binary {

/// Where to look. `environment` answers for LD_LIBRARY_PATH; it is empty-handed in a privileged process.
struct LibraryContext {
  std::string root;
  const Environment& environment;
};

/// With a '/': from the manifest's folder. Bare: the manifest's folder, `library_dirs`, then as ld.so would. A file
/// that is there but cannot be a library (a folder, a FIFO, an empty file) is an Error and not passed over.
Result<LibraryPlace> find_library(const Descriptor& descriptor, const LibraryContext& context);

}  // namespace accelloader::binary
