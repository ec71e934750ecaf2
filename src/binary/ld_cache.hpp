// The cache of the dynamic linker: which file a bare library name means.
#pragma once

#include <string>
#include <string_view>

namespace accelloader::binary {

/// The path that /etc/ld.so.cache below `root` has for `soname` on this architecture; empty if it has none. Of several
/// the one that every processor can run: those below glibc-hwcaps/ are for the newer ones.
std::string find_in_ld_cache(const std::string& root, std::string_view soname);

/// The same for the bytes of a cache: bounded, whatever they are.
std::string find_in_ld_cache_content(std::string_view cache, std::string_view soname);

}  // namespace accelloader::binary
