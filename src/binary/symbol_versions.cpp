#include "binary/symbol_versions.hpp"

#include <algorithm>
#include <string_view>

#include <accelloader/version.hpp>

namespace accelloader::binary {
namespace {

/// "GLIBC_" of "GLIBC_2.38".
std::string_view kind_of(std::string_view version) { return version.substr(0, version.find_first_of("0123456789")); }

std::string newest_of_kind(const std::vector<std::string>& versions, std::string_view kind) {
  std::string newest;
  for (const std::string& version : versions) {
    if (kind_of(version) != kind || version.size() == kind.size()) continue;
    const auto number = [&](std::string_view text) { return Version::parse(text.substr(kind.size())); };
    if (newest.empty() || number(version) > number(newest)) newest = version;
  }
  return newest;
}

}  // namespace

std::vector<MissingVersion> missing_versions(const Closure& closure) {
  std::vector<MissingVersion> missing;
  for (const ClosureMember& member : closure.members) {
    if (member.loaded) continue;
    for (const VersionNeed& need : member.file.dynamic.version_needs) {
      const ClosureMember* provider = closure.find(need.library);
      if (!provider) continue;  // told as a missing library
      const std::vector<std::string>& versions = provider->file.dynamic.versions;
      if (versions.empty() || std::ranges::find(versions, need.version) != versions.end()) continue;
      missing.push_back({need.version, file_name(member.file.path), need.library, provider->file.path,
                         newest_of_kind(versions, kind_of(need.version))});
    }
  }
  return missing;
}

}  // namespace accelloader::binary
