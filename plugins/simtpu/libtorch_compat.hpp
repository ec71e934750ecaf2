// What differs between the releases of libtorch that this plugin can be compiled against (2.6 and later): all in one
// place. Members that only newer releases ask for need nothing from here: they are written without `override`, and are
// then virtual or not as the base class has them.
#pragma once

#include <utility>

#include <c10/core/Allocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/Device.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/version.h>

namespace simtpu::compat {

/// getStream() and exchangeStream() of a device guard may not throw in older releases.
inline constexpr bool stream_noexcept =
    noexcept(std::declval<const c10::impl::DeviceGuardImplInterface&>().getStream(std::declval<c10::Device>()));

/// Since 2.9 the allocator of an accelerator can be asked for statistics.
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 9
using DeviceAllocator = c10::DeviceAllocator;
#else
using DeviceAllocator = c10::Allocator;
#endif

}  // namespace simtpu::compat
