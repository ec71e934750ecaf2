// The processes that a plugin has started.
#pragma once

namespace accelloader::probe {

/// From here on they become children of this process when their own parent ends, whatever group or session they are in.
void adopt_descendants() noexcept;

/// Kills them all, and waits for each.
void end_descendants() noexcept;

}  // namespace accelloader::probe
