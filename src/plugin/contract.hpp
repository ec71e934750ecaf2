// The handshake of include/accelloader/plugin_abi.h, from the loader's side.
#pragma once

#include <optional>
#include <string>

#include <accelloader/descriptor.hpp>
#include <accelloader/plugin_abi.h>
#include <accelloader/result.hpp>

#include "platform/shared_library.hpp"

namespace accelloader::plugin {

/// The table of a plugin of the contract, judged: size, version, sanitizer. Null if the library itself does not export
/// `entry`.
Result<const accelloader_plugin_t*> negotiate_contract(const platform::SharedLibrary& library,
                                                       const Descriptor& descriptor, const std::string& entry);

/// For a manifest whose `entry` the library does not export.
Error entry_missing(const platform::SharedLibrary& library, const Descriptor& descriptor);

/// Runs the plugin's `activate`; empty if it succeeded.
std::optional<Error> activate_contract(const accelloader_plugin_t& table, const Descriptor& descriptor);

}  // namespace accelloader::plugin
