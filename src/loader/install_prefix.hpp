// Where the running accelloader is installed, so that a moved installation finds its own manifests.
#pragma once

#include <string>

namespace accelloader::loader {

/// The nearest folder above this library's (or, linked statically, this program's) file that has
/// share/accelloader/plugins; empty if there is none.
std::string install_prefix();

}  // namespace accelloader::loader
