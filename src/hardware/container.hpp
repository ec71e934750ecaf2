// Whether the machine that is judged is a container.
#pragma once

#include <string>

namespace accelloader::hardware {

/// "docker", "podman", "systemd-nspawn", ... or "container" if it does not say which; empty if it is none, or does not
/// tell. By /run/systemd/container, /.dockerenv, /run/.containerenv and the environment of the first process, as
/// systemd's CONTAINER_INTERFACE has it.
std::string container_kind(const std::string& root);

}  // namespace accelloader::hardware
