#include "platform/sha256.hpp"

#include <cstdint>
#include <sha2.h>
#include <sys/types.h>

namespace accelloader::platform {

std::string sha256_of(const OpenFile& file) {
  constexpr std::size_t block = std::size_t{1} << 18;
  SHA2_CTX context;
  SHA256Init(&context);
  std::uint64_t length = 0;
  for (std::string bytes = file.read_at(0, block); !bytes.empty(); bytes = file.read_at(length, block)) {
    SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    length += bytes.size();
  }
  char hex[SHA256_DIGEST_STRING_LENGTH] = {};
  if (length != static_cast<std::uint64_t>(file.state().size) || !SHA256End(&context, hex)) return {};
  return hex;
}

}  // namespace accelloader::platform
