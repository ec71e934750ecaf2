// What the dynamic linker has mapped into this process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace accelloader::platform {

struct LoadedObject {
  std::string path;              ///< empty for the program itself and for what is no file, as the vDSO
  std::string soname;            ///< empty if it has none
  std::uint64_t static_tls = 0;  ///< bytes of thread-local storage that it must have at a fixed place
};

/// In the order in which they were loaded.
std::vector<LoadedObject> loaded_objects();

}  // namespace accelloader::platform
