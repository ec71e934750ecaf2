#include "manifest/read.hpp"

#include <cerrno>
#include <string>

namespace accelloader::manifest {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

Error unreadable(const ManifestFile& file, const platform::FileFault& fault) {
  Error error(ErrorCode::manifest_unreadable, "the manifest cannot be read: " + platform::error_text(fault.error));
  const std::string target = platform::link_target(file.real_location);
  if (fault.error == ENOENT && !target.empty())
    return Error(ErrorCode::manifest_unreadable, "the manifest is a link to nothing: `" + target + "`");
  return error;
}

Error fault_of(const ManifestFile& file, const platform::FileFault& fault) {
  using enum platform::FileFault::Kind;
  switch (fault.kind) {
    case not_regular:
      return Error(ErrorCode::manifest_not_regular, "the manifest is " + fault.type + ", and not a regular file");
    case too_large:
      return Error(ErrorCode::manifest_too_large, "the manifest has " + std::to_string(fault.size) +
                                                      " bytes: more than " + std::to_string(most_bytes) +
                                                      " are not read");
    case cannot_open:
    case cannot_read: break;
  }
  return unreadable(file, fault);
}

// Links are followed, so that a manifest that is linked into a folder keeps its library beside its real place.
std::string real_folder(const std::string& path, bool link) {
  const std::string real = link || path.front() != '/' ? platform::real_path(path) : path;
  const auto slash = real.rfind('/');
  return slash == std::string::npos ? "." : real.substr(0, std::max<std::size_t>(slash, 1));
}

}  // namespace

Reading read(ManifestFile file, const Environment& environment) {
  Reading reading{.source = std::move(file.source), .validation = {}, .identity = {}};
  auto content = platform::read_file(file.real_location, most_bytes);
  if (const auto* fault = std::get_if<platform::FileFault>(&content)) {
    Error error = fault_of(file, *fault).at({.file = reading.source.path});
    reading.validation.findings.push_back(finding(std::move(error)));
    return reading;
  }
  auto& found = std::get<platform::FileContent>(content);
  reading.identity = found.identity;
  reading.validation = validate(std::make_shared<const std::string>(std::move(found.text)), reading.source.path,
                                real_folder(file.real_location, found.through_link), environment);
  return reading;
}

}  // namespace accelloader::manifest
