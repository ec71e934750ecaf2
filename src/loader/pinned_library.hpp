// The library of a manifest that gives a `sha256`, held so that no other file is loaded in its place.
#pragma once

#include <optional>
#include <string>

#include <accelloader/descriptor.hpp>
#include <accelloader/result.hpp>

#include "platform/open_file.hpp"

namespace accelloader::loader {

/// Where nobody else could put another file at the library's path, what was hashed is what the dynamic linker then
/// opens by that path. Elsewhere it is given a sealed copy in memory, and what was hashed is the copy.
class PinnedLibrary {
 public:
  /// Nothing is pinned, and no file read, where the manifest gives no `sha256`. An Error if the file has another one.
  static Result<PinnedLibrary> open(const Descriptor& descriptor, const std::string& library);

  bool is_copy() const noexcept { return copy_.has_value(); }
  /// What to give the dynamic linker. Of a copy it does not know what stands beside the library.
  std::string path() const { return copy_ ? copy_->path() : library_; }
  /// Once a copy is mapped: its path is its name in the process, and must not become that of another one.
  void keep_for_ever() &&;

 private:
  explicit PinnedLibrary(std::string library) : library_(std::move(library)) {}

  std::string library_;
  std::optional<platform::OpenFile> copy_;
};

}  // namespace accelloader::loader
