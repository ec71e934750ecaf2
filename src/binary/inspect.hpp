// What is wrong with a plugin's library, told before anything of it runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

enum class Depth {
  files,     ///< the file itself, all that it needs, and the versions of symbols: a millisecond or so
  symbols,   ///< also every single symbol, as long as the dynamic linker takes, and the hash if the manifest has one
  packages,  ///< also which package of the distribution has what is missing, which takes seconds
};

/// Errors are what dlopen would stumble over, and also where it would end the process or tell something else; warnings
/// are what it would do and should not. Each is placed at the manifest's `library`.
std::vector<Finding> inspect_library(const Descriptor& descriptor, const std::string& path, const ProcessView& process,
                                     Depth depth);

/// The files of those that the library itself needs and that are not loaded yet, in its order.
std::vector<std::string> needed_files(const std::string& path, const ProcessView& process);

/// For a load of the library that found no room for its thread-local storage: who has it.
std::optional<Error> static_tls_shortage(const std::string& path, const ProcessView& process);

}  // namespace accelloader::binary
