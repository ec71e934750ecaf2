#include "platform/sha256.hpp"

#include <sha2.h>
#include <sys/types.h>

namespace accelloader::platform {

std::string sha256_of_file(const std::string& path) {
  char hex[SHA256_DIGEST_STRING_LENGTH] = {};
  return SHA256File(path.c_str(), hex) ? std::string(hex) : std::string();
}

}  // namespace accelloader::platform
