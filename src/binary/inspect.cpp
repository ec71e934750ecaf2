#include "binary/inspect.hpp"

#include <string>
#include <utility>

#include "binary/judge_closure.hpp"
#include "binary/judge_file.hpp"
#include "binary/judge_libtorch.hpp"
#include "binary/judge_symbols.hpp"
#include "binary/judge_trust.hpp"
#include "binary/libtorch_library.hpp"
#include "binary/package_advice.hpp"
#include "binary/static_tls.hpp"
#include "binary/verify_hash.hpp"
#include "platform/open_file.hpp"

namespace accelloader::binary {
namespace {

class LibraryInspection {
 public:
  LibraryInspection(const Descriptor& descriptor, const std::string& path) : descriptor_(descriptor), path_(path) {}

  std::vector<Finding> run(const ProcessView& process, Depth depth) {
    if (depth >= Depth::symbols && !process.loads_now) judge_hash();  // a load has done so
    auto opened = open_library_file(path_);
    if (auto* fault = std::get_if<Error>(&opened)) {
      fault->help(vendors_help());  // who knows better where the file comes from
      add(finding(std::move(*fault)));
      return std::move(findings_);
    }
    const Closure closure = find_closure(std::move(std::get<LibraryFile>(opened)), process);
    const bool libtorch_may_come = descriptor_.kind == Kind::torch && !process.loads_now;
    add(with_packages(judge_missing(closure, libtorch_may_come), closure, process, depth));
    add(judge_versions(closure, process.root));
    if (descriptor_.kind == Kind::torch) add(judge_libtorch(closure, descriptor_));
    add(judge_entry(closure, descriptor_));
    if (depth >= Depth::symbols) add(judge_symbols(closure, libtorch_may_come, process));
    add(judge_settings(closure, process));
    add(judge_trust(closure, process));
    return std::move(findings_);
  }

 private:
  void judge_hash() {
    if (descriptor_.sha256.empty()) return;
    const auto opened = platform::OpenFile::open(path_);
    const auto* file = std::get_if<platform::OpenFile>(&opened);
    if (!file) return;  // said below
    if (auto error = verify_hash(descriptor_, path_, *file)) add(finding(*std::move(error)));
  }

  /// What the vendor advises goes before what the distribution has.
  std::vector<Finding> with_packages(std::vector<Finding> missing, const Closure& closure, const ProcessView& process,
                                     Depth depth) const {
    if (missing.empty() || depth < Depth::packages) return missing;
    std::vector<std::string> names;
    for (const MissingLibrary& one : closure.missing)
      if (!one.fault && !is_libtorch(one.name)) names.push_back(one.name);
    const PackageAdvice advice = advise_on_packages(names, process.root);
    for (const std::string& note : advice.notes) missing.front().error.note(note);
    if (vendors_help().empty()) missing.front().error.help(advice.help);
    return missing;
  }

  std::string vendors_help() const {
    const auto help = descriptor_.help.find("library");
    return help == descriptor_.help.end() ? std::string() : help->second;
  }

  void add(Finding found) {
    // What the vendor advises is for a library that is missing or wrong, and not for how a good one was built.
    if (found.severity == Severity::error && found.error.help().empty()) found.error.help(vendors_help());
    if (!found.error.location()) found.error.at(descriptor_.locate(descriptor_.library_span, "resolved to " + path_));
    findings_.push_back(std::move(found));
  }

  void add(std::vector<Finding> found) {
    for (Finding& one : found) add(std::move(one));
  }

  const Descriptor& descriptor_;
  const std::string& path_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> inspect_library(const Descriptor& descriptor, const std::string& path, const ProcessView& process,
                                     Depth depth) {
  return LibraryInspection(descriptor, path).run(process, depth);
}

std::vector<std::string> needed_files(const std::string& path, const ProcessView& process) {
  std::vector<std::string> paths;
  auto opened = open_library_file(path);
  auto* file = std::get_if<LibraryFile>(&opened);
  if (!file) return paths;
  const Closure closure = find_closure(std::move(*file), process);
  for (std::size_t i = 1; i < closure.members.size(); ++i) {
    const ClosureMember& member = closure.members[i];
    if (member.needed_by == 0 && !member.loaded) paths.push_back(member.file.path);
  }
  return paths;
}

std::optional<Error> static_tls_shortage(const std::string& path, const ProcessView& process) {
  auto opened = open_library_file(path);
  auto* file = std::get_if<LibraryFile>(&opened);
  if (!file) return std::nullopt;
  return static_tls_used_up(find_closure(std::move(*file), process));
}

}  // namespace accelloader::binary
