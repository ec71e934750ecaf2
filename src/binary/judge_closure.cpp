#include "binary/judge_closure.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "binary/ld_cache.hpp"
#include "binary/libtorch_library.hpp"
#include "binary/symbol_versions.hpp"
#include "diagnostics/text.hpp"
#include "platform/file.hpp"

namespace accelloader::binary {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// "`libhccl.so` is needed by libop.so, which libnpu.so needs; looked in ld.so.cache, /lib, /usr/lib"
std::string told(const MissingLibrary& missing) {
  std::string text = "`" + missing.name + "` is needed by " + told_chain(missing.needed_by);
  if (missing.fault) return text + "; " + std::string(missing.fault->message());
  return text + "; looked in " + joined(missing.looked_in);
}

/// "`libhccl.so`, `libacl.so` and 2 more".
std::string names(const std::vector<const MissingLibrary*>& missing) {
  constexpr std::size_t most = 3;
  const std::size_t count = missing.size() > most + 1 ? most : missing.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == missing.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + ("`" + missing[i]->name + "`");
  }
  return count == missing.size() ? text : text + " and " + std::to_string(missing.size() - count) + " more";
}

std::string message(const std::vector<const MissingLibrary*>& missing) {
  if (missing.size() > 1) return std::to_string(missing.size()) + " needed libraries are missing: " + names(missing);
  if (missing.front()->fault) return "the needed library `" + missing.front()->name + "` cannot be opened";
  return "the needed library `" + missing.front()->name + "` is missing";
}

/// The copy of the library that the dynamic linker knows, if it has what this one lacks: then it is the search path
/// that is wrong, and not the machine that is old.
std::string better_copy(const std::string& library, const std::vector<MissingVersion>& missing,
                        const std::string& root) {
  const std::string cached = find_in_ld_cache(root, missing.front().soname);
  if (cached.empty()) return {};
  const std::string path = platform::below_root(root, cached);
  if (platform::real_path(path) == platform::real_path(library)) return {};
  const auto opened = open_library_file(path);
  const auto* file = std::get_if<LibraryFile>(&opened);
  const auto has = [&](const MissingVersion& one) {
    return std::ranges::find(file->dynamic.versions, one.version) != file->dynamic.versions.end();
  };
  return file && std::ranges::all_of(missing, has) ? cached : std::string();
}

Error version_error(const std::string& library, const std::vector<MissingVersion>& missing, const std::string& root) {
  const MissingVersion& first = missing.front();
  const std::string has = first.newest.empty() ? "has none of its kind" : "has up to " + first.newest;
  Error error(ErrorCode::symbol_version_missing,
              "`" + first.needed_by + "` needs " + first.version + ", and `" + library + "` " + has);
  for (std::size_t i = 1; i < missing.size(); ++i)
    error.note("`" + missing[i].needed_by + "` needs " + missing[i].version + " of it too");
  if (const std::string better = better_copy(library, missing, root); !better.empty())
    error.note("`" + better + "` has it, and the search path leads to the other one first")
        .help("take `" + library.substr(0, library.rfind('/')) + "` out of the search path");
  else if (first.version.starts_with("GLIBC_"))
    error.help("use a build of `" + first.needed_by + "` for this system, or a newer system");
  else
    error.help("install a newer `" + first.soname + "`, or an older `" + first.needed_by + "`");
  return error;
}

}  // namespace

std::vector<Finding> judge_missing(const Closure& closure, bool libtorch_may_come) {
  const bool process_has_libtorch = std::ranges::any_of(
      closure.members, [](const ClosureMember& member) { return member.loaded && is_libtorch(member.name); });
  std::vector<const MissingLibrary*> missing;
  for (const MissingLibrary& one : closure.missing)
    if (!libtorch_may_come || process_has_libtorch || !is_libtorch(one.name)) missing.push_back(&one);
  std::vector<Finding> findings;
  if (missing.empty()) return findings;
  Error error(ErrorCode::needed_library_missing, message(missing));
  for (const MissingLibrary* one : missing) error.note(told(*one));
  findings.push_back(finding(std::move(error)));
  return findings;
}

std::vector<Finding> judge_versions(const Closure& closure, const std::string& root) {
  std::map<std::string, std::vector<MissingVersion>> by_library;
  for (MissingVersion& missing : missing_versions(closure)) by_library[missing.library].push_back(std::move(missing));
  std::vector<Finding> findings;
  findings.reserve(by_library.size());
  for (const auto& [library, missing] : by_library) findings.push_back(finding(version_error(library, missing, root)));
  return findings;
}

}  // namespace accelloader::binary
