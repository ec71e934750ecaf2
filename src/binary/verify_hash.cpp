#include "binary/verify_hash.hpp"

#include "platform/sha256.hpp"

namespace accelloader::binary {

std::optional<Error> verify_hash(const Descriptor& descriptor, const std::string& library,
                                 const platform::OpenFile& file) {
  if (descriptor.sha256.empty()) return std::nullopt;
  const std::string found = platform::sha256_of(file);
  if (found == descriptor.sha256) return std::nullopt;
  return Error(ErrorCode::library_hash_differs, "`" + library + "` is not the file that the manifest means")
      .at(descriptor.locate(descriptor.sha256_span))
      .note(found.empty() ? "its SHA-256 cannot be computed: it cannot be read to its end" : "its SHA-256 is " + found);
}

}  // namespace accelloader::binary
