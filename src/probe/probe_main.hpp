// What the program accelloader-probe does; it is in the library, so that both share one libtorch border.
#pragma once

#include <accelloader/export.hpp>

namespace accelloader::probe {

/// accelloader-probe MANIFEST LIBRARY MILLISECONDS. Writes one report to standard output; returns the exit code.
ACCELLOADER_EXPORT int probe_main(int argc, char** argv);

}  // namespace accelloader::probe
