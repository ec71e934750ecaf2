#include "loader/pinned_library.hpp"

#include <cerrno>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "binary/closure.hpp"
#include "binary/verify_hash.hpp"
#include "platform/file.hpp"
#include "platform/path_trust.hpp"

namespace accelloader::loader {
namespace {

Error cannot_be_read(const Descriptor& descriptor, const std::string& library, const std::string& why) {
  return Error(ErrorCode::library_hash_differs, "`" + library + "` is not the file that the manifest means")
      .at(descriptor.locate(descriptor.sha256_span))
      .note("its SHA-256 cannot be computed: " + why);
}

std::string told(const platform::FileFault& fault) {
  return fault.error != 0 ? platform::error_text(fault.error) : "it is " + fault.type;
}

}  // namespace

Result<PinnedLibrary> PinnedLibrary::open(const Descriptor& descriptor, const std::string& library) {
  PinnedLibrary pinned(library);
  if (descriptor.sha256.empty()) return pinned;
  auto opened = platform::OpenFile::open(library);
  if (const auto* fault = std::get_if<platform::FileFault>(&opened))
    return cannot_be_read(descriptor, library, told(*fault));
  const auto& file = std::get<platform::OpenFile>(opened);
  const std::string root = "/";
  if (!platform::PathTrust(root).doubts(library).empty()) {
    auto copy = platform::OpenFile::sealed_copy(file, binary::file_name(library));
    if (!copy) return cannot_be_read(descriptor, library, platform::error_text(errno));
    pinned.copy_.emplace(*std::move(copy));
  }
  if (auto error = binary::verify_hash(descriptor, library, pinned.copy_ ? *pinned.copy_ : file))
    return std::move(*error);
  return pinned;
}

void PinnedLibrary::keep_for_ever() && {
  static std::mutex mutex;
  static auto& all = *new std::vector<platform::OpenFile>;
  if (!copy_) return;
  const std::lock_guard lock(mutex);
  all.push_back(*std::move(copy_));
}

}  // namespace accelloader::loader
