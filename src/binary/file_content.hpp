// What a file is that should be a library and is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace accelloader::binary {

/// "a git-lfs pointer, in place of the file itself", from the first bytes of a file of `size` bytes. For people.
std::string describe_content(std::string_view head, std::uint64_t size);

/// What to do about such a file at `path`; empty where that is not known.
std::string advise_on_content(const std::string& path, std::string_view head, std::uint64_t size);

/// The file's name that a short text consists of, as a link becomes where links are not kept; empty if it is none.
std::string flattened_link_target(std::string_view head, std::uint64_t size);

}  // namespace accelloader::binary
