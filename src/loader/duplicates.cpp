#include "loader/duplicates.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "platform/file.hpp"
#include "platform/open_file.hpp"

namespace accelloader::loader {
namespace {

struct Library {
  const Candidate* candidate;
  platform::FileState state;
};

bool one_file(const Library& left, const Library& right) { return left.state.identity == right.state.identity; }

const std::string& path_of(const Library& library) { return library.candidate->placed().library->path; }

/// Bounded memory, and no more is read than up to the first difference.
bool one_content(const Library& left, const Library& right) {
  if (left.state.size != right.state.size || left.state.size == 0) return false;
  const auto first = platform::OpenFile::open(path_of(left)), second = platform::OpenFile::open(path_of(right));
  const auto* one = std::get_if<platform::OpenFile>(&first);
  const auto* other = std::get_if<platform::OpenFile>(&second);
  if (!one || !other) return false;
  constexpr std::size_t block = std::size_t{1} << 18;
  for (std::uint64_t offset = 0;; offset += block) {
    const std::string bytes = one->read_at(offset, block);
    if (bytes != other->read_at(offset, block)) return false;
    if (bytes.size() < block) return true;
  }
}

/// An application may want two names for one library of functions; a plugin registers with somebody.
bool may_share(const Candidate& left, const Candidate& right) {
  return left.name() != right.name() && left.descriptor()->kind == Kind::library &&
         right.descriptor()->kind == Kind::library;
}

std::optional<Finding> compare(const Library& earlier, const Library& later) {
  if (may_share(*earlier.candidate, *later.candidate)) return std::nullopt;
  const bool same = one_file(earlier, later);
  if (!same && !one_content(earlier, later)) return std::nullopt;
  const Descriptor& descriptor = *later.candidate->descriptor();
  return warning(Error(ErrorCode::library_duplicate, "`" + path_of(later) + "` is " +
                                                         (same ? "the same file as" : "a copy of") +
                                                         " the library of backend `" + earlier.candidate->name() + "`")
                     .at(descriptor.locate(descriptor.library_span))
                     .note("that one is `" + path_of(earlier) + "`, and its manifest is `" +
                           earlier.candidate->reading().source.path + "`")
                     .help("remove one of the two manifests"));
}

}  // namespace

Duplicates::Duplicates(const std::deque<Candidate>& candidates) {
  std::vector<Library> libraries;
  for (const Candidate& candidate : candidates) {
    if (!candidate.placed().library) continue;
    const auto state = platform::file_state(candidate.placed().library->path);
    if (!state || !state->regular()) continue;
    const Library later{&candidate, *state};
    for (const Library& earlier : libraries)
      if (auto found = compare(earlier, later)) findings_.emplace(&candidate, *std::move(found));
    libraries.push_back(later);
  }
}

std::vector<Finding> Duplicates::of(const Candidate& candidate) const {
  std::vector<Finding> copies;
  const auto [begin, end] = findings_.equal_range(&candidate);
  for (auto one = begin; one != end; ++one) copies.push_back(one->second.clone());
  return copies;
}

}  // namespace accelloader::loader
