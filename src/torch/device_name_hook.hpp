// Gives libtorch device names that it does not know, without renaming PrivateUse1.
#pragma once

#include <string>
#include <string_view>

#include "torch/device_parser.hpp"

namespace accelloader::torch {

/// Called with the text before ':' of a device string that libtorch could not parse. False: the name is none of ours.
/// True: the backend is loaded and libtorch knows the name now. Throws to say why the device cannot be used.
using NameResolver = bool (*)(std::string_view name);

/// Until then, every name is libtorch's alone.
void set_name_resolver(NameResolver resolver) noexcept;

/// Parses as libtorch does; a name that libtorch does not know is put to the resolver. What all ways lead to.
void parse_device(RawDevice* device, const std::string& text);

}  // namespace accelloader::torch
