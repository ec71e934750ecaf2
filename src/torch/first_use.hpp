// What happens at the first use of a device: by name, or as torch::kPrivateUse1 without one.
#pragma once

#include <string_view>

#include <c10/core/Device.h>

#include <accelloader/loader.hpp>

namespace accelloader::torch {

/// The loader that answers for the devices. Set once, before anything else here is called.
void set_device_loader(Loader loader);
const Loader& device_loader();

/// A NameResolver: loads the backend of that name. Throws BackendUnavailable.
bool use_device(std::string_view name);

/// Loads the one libtorch back end that this machine can use. Throws BackendUnavailable when there is none, or more
/// than one to choose from.
void use_the_device();

/// How many devices libtorch should count on before anything is loaded: those of the back ends that could be.
c10::DeviceIndex probed_device_count() noexcept;

}  // namespace accelloader::torch
