// Whether the libtorch of this process is the one that the plugin was compiled against.
#pragma once

namespace simtpu {

/// Throws accelloader::plugin::Failure when it is another release: classes of libtorch that a back end derives from
/// change between releases, and a call would then end in the wrong function.
void require_matching_libtorch();

}  // namespace simtpu
