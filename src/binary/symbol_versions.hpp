// Versions of symbols that the closure of a library asks for and does not have: GLIBC_2.38, GLIBCXX_3.4.32.
#pragma once

#include <string>
#include <vector>

#include "binary/closure.hpp"

namespace accelloader::binary {

struct MissingVersion {
  std::string version;    ///< "GLIBC_2.38"
  std::string needed_by;  ///< "libnpu.so"
  std::string soname;     ///< as it is needed: "libc.so.6"
  std::string library;    ///< the file that should have it
  std::string newest;     ///< the newest of its kind that the file has: "GLIBC_2.36"; empty if it has none of the kind
};

/// What is loaded already was judged by the dynamic linker. A library that tells no versions at all is taken as it is,
/// as the dynamic linker does.
std::vector<MissingVersion> missing_versions(const Closure& closure);

}  // namespace accelloader::binary
