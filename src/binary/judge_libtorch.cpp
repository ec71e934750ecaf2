#include "binary/judge_libtorch.hpp"

#include <string>
#include <utility>

#include "binary/libtorch_library.hpp"
#include "platform/file.hpp"
#include "platform/loaded_objects.hpp"

namespace accelloader::binary {
namespace {

/// A plugin that is made for libtorch of a distribution needs `libc10.so.2.6`, one for a wheel `libc10.so`: to the
/// dynamic linker these are two libraries, and two libtorch in one process end it.
std::vector<Finding> judge_second(const Closure& closure) {
  std::vector<Finding> findings;
  for (const platform::LoadedObject& object : platform::loaded_objects()) {
    const std::string loaded = file_name(object.path);
    if (!loaded.starts_with("libc10.so")) continue;
    const auto state = platform::file_state(object.path);
    for (const ClosureMember& member : closure.members) {
      if (member.loaded || !member.name.starts_with("libc10.so")) continue;
      if (state && state->identity == member.file.elf.file().state().identity) continue;
      findings.push_back(
          finding(Error(ErrorCode::library_loaded_twice, "the plugin would bring a second libtorch into this process")
                      .note("it needs `" + member.name + "`, which is " + member.file.path)
                      .note("the libtorch of this process is " + object.path)
                      .help("use a plugin that is built for the libtorch of this process")));
    }
  }
  return findings;
}

}  // namespace

std::vector<Finding> judge_libtorch(const Closure& closure, const Descriptor& descriptor) {
  std::vector<Finding> findings = judge_second(closure);
  const VersionRequirement& wanted = descriptor.requires_.libtorch;
  if (wanted.range.empty()) return findings;
  const auto libtorch = libtorch_of(closure);
  if (!libtorch || libtorch->version.parts.empty() || wanted.range.contains(libtorch->version)) return findings;
  findings.push_back(
      finding(Error(ErrorCode::libtorch_version_mismatch,
                    "the plugin needs libtorch " + wanted.range.text() + ", and would meet " + libtorch->version.text())
                  .at(descriptor.locate(wanted.span))
                  .note("it would meet " + libtorch->library->path)));
  return findings;
}

}  // namespace accelloader::binary
