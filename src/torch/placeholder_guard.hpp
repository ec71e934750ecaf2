// The device guard of PrivateUse1 until a plugin brings its own.
#pragma once

#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace accelloader::torch {

/// Puts the placeholder into the guard registry, if the slot is free. True if it is there.
bool install_placeholder_guard();

/// What a plugin put into the slot; null while it is free or holds the placeholder.
const c10::impl::DeviceGuardImplInterface* plugin_guard() noexcept;

}  // namespace accelloader::torch
