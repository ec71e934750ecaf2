// Backends as they are at this moment, from the verdicts and from what loads came to.
#pragma once

#include <string_view>
#include <vector>

#include "loader/loader_state.hpp"

namespace accelloader::loader {

/// All candidates of one name, from the best to the worst. One of them at most is neither shadowed nor disabled nor
/// kept from use.
std::vector<Backend> snapshot(const Loader::State& state, const MachineView& view, std::string_view name);

/// The one of them that a load takes or took.
Backend chosen(std::vector<Backend> candidates);

}  // namespace accelloader::loader
