// Where the running accelloader is installed, so that a moved installation finds what belongs to it.
#pragma once

#include <string>

namespace accelloader::loader {

/// The nearest folder above this library's (or, linked statically, this program's) file that has
/// share/accelloader/plugins; empty if there is none.
std::string install_prefix();

/// The program of that installation which probes plugins: libexec/accelloader/accelloader-probe; empty if there is
/// none.
std::string probe_program();

/// The file of accelloader::torch that belongs to this library and lies beside it; empty if there is none.
std::string border_library();

}  // namespace accelloader::loader
