// libtorch as a set of files: which libraries are its own, and which libtorch a plugin would meet.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <accelloader/version.hpp>

#include "binary/closure.hpp"

namespace accelloader::binary {

/// By its soname or file name: "libtorch_cpu.so", "libc10.so.2.6".
bool is_libtorch(std::string_view library);

/// Another library of the libtorch that `c10` is of: "libtorch_cpu.so", with the version that a distribution adds to
/// the names of its own.
std::string libtorch_sibling(const std::string& c10, const std::string& name);

/// The libtorch of a closure.
struct LibtorchAtHand {
  const LibraryFile* library;  ///< libc10, in the closure
  Version version;             ///< no parts if the files beside it do not tell

  /// Whether its std::string is std::__cxx11::basic_string.
  bool has_new_string_abi() const;
};

/// Of the libtorch that `library` belongs to. It is read from what the packages of libtorch keep beside their
/// libraries: `torch/version.py` and `torch/csrc/api/include/torch/version.h`. No parts if there is none of them.
Version libtorch_version(const std::string& library);

/// Empty if the closure has none.
std::optional<LibtorchAtHand> libtorch_of(const Closure& closure);

}  // namespace accelloader::binary
