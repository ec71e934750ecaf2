// All that libtorch is told of this back end, in one place.
#pragma once

#include <string_view>

namespace simtpu {

/// libtorch has a single slot for devices that are not its own. Throws accelloader::plugin::Failure when another back
/// end sits there, or when the slot has another name than `backend`.
void require_free_slot(std::string_view backend);

/// Registers the operators, and what libtorch asks of a device. To be called once, with the board powered on. Does not
/// register the name: accelloader does, and may have its reasons for when.
void register_backend();

}  // namespace simtpu
