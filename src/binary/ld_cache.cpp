// The format is that of glibc 2.32 and later (elf/cache.c, sysdeps/generic/dl-cache.h, struct cache_file_new).
#include "binary/ld_cache.hpp"

#include <cstdint>
#include <cstring>

#include "platform/file.hpp"

namespace accelloader::binary {
namespace {

constexpr std::string_view magic = "glibc-ld.so.cache1.1";
constexpr std::size_t header_size = 48, entry_size = 24, most_bytes = std::size_t{64} << 20;

#if defined(__x86_64__)
constexpr std::uint32_t this_machine = 0x0303;  // FLAG_X8664_LIB64 | FLAG_ELF_LIBC6
#elif defined(__aarch64__)
constexpr std::uint32_t this_machine = 0x0a03;  // FLAG_AARCH64_LIB64 | FLAG_ELF_LIBC6
#else
#error "the flags of this architecture in ld.so.cache are not known"
#endif

std::uint32_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

std::string_view string_at(std::string_view bytes, std::size_t offset) {
  if (offset >= bytes.size()) return {};
  bytes.remove_prefix(offset);
  const auto end = bytes.find('\0');
  return end == std::string_view::npos ? std::string_view() : bytes.substr(0, end);
}

}  // namespace

std::string find_in_ld_cache_content(std::string_view cache, std::string_view soname) {
  if (cache.size() < header_size || !cache.starts_with(magic)) return {};
  const std::size_t entries = number_at(cache, magic.size());
  std::string_view best;
  for (std::size_t i = 0; i < entries && header_size + (i + 1) * entry_size <= cache.size(); ++i) {
    const std::size_t entry = header_size + i * entry_size;
    if (number_at(cache, entry) != this_machine || string_at(cache, number_at(cache, entry + 4)) != soname) continue;
    const bool any_processor = (number_at(cache, entry + 16) | number_at(cache, entry + 20)) == 0;
    if (best.empty() || any_processor) best = string_at(cache, number_at(cache, entry + 8));
    if (any_processor) break;
  }
  return std::string(best);
}

std::string find_in_ld_cache(const std::string& root, std::string_view soname) {
  const auto read = platform::read_file(platform::below_root(root, "/etc/ld.so.cache"), most_bytes);
  const auto* content = std::get_if<platform::FileContent>(&read);
  return content ? find_in_ld_cache_content(content->text, soname) : std::string();
}

}  // namespace accelloader::binary
