// Which library usually has a symbol.
#pragma once

#include <string>
#include <string_view>

namespace accelloader::binary {

/// As a person would write it: `c10::TensorImpl::is_contiguous_custom(int) const`. Itself if it is not mangled.
std::string demangled(const std::string& symbol);

/// "libtorch", "the CUDA runtime (libcudart.so)"; empty if nobody can tell.
std::string_view usual_owner(std::string_view demangled_symbol);

/// Whether a symbol, as the file has it, can only be of libtorch or made from what it has.
bool mentions_libtorch(const std::string& mangled);

}  // namespace accelloader::binary
