// Static thread-local storage: the little room that libraries with initial-exec TLS share in a process that runs.
#pragma once

#include <cstdint>
#include <optional>

#include <accelloader/error.hpp>
#include <accelloader/loader.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// Bytes that a process has for libraries that come after its start, by GLIBC_TUNABLES as it was at the start.
std::uint64_t static_tls_reserve(const Environment* environment);

/// A library that fits into no process; empty if it fits.
std::optional<Error> judge_static_tls(const LibraryFile& library, const Environment* environment);

/// For a load that found no room: what asks for how much, and what has taken the rest.
Error static_tls_used_up(const Closure& closure);

}  // namespace accelloader::binary
