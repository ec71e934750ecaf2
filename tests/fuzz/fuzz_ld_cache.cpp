// The dynamic linker's cache of an image that somebody else has made.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "binary/ld_cache.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char*>(bytes), size);
  for (const std::string_view soname : {"libnpu.so.1", "libc.so.6", ""})
    if (accelloader::binary::find_in_ld_cache_content(content, soname).size() > size) std::abort();
  return 0;
}
