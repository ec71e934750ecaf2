#include "binary/judge_file.hpp"

#include <algorithm>
#include <gnu/libc-version.h>
#include <string>
#include <utility>

#include <accelloader/version.hpp>

#include "binary/search_folders.hpp"
#include "binary/static_tls.hpp"
#include "binary/symbol_table.hpp"
#include "diagnostics/text.hpp"
#include "platform/loaded_objects.hpp"
#include "platform/mount.hpp"

namespace accelloader::binary {
namespace {

class SettingsJudge {
 public:
  SettingsJudge(const Closure& closure, const ProcessView& process) : closure_(closure), process_(process) {}

  std::vector<Finding> judge() {
    for (const ClosureMember& member : closure_.members) {
      if (member.loaded) continue;
      if (auto error = judge_static_tls(member.file, process_.environment))
        findings_.push_back(finding(std::move(*error)));
      judge_mount(member.file);
      judge_stack(member.file);
      judge_relocations(member.file);
      judge_search_path(member.file);
    }
    judge_second_copies();
    return std::move(findings_);
  }

 private:
  static std::string soname(const LibraryFile& file) {
    return file.dynamic.soname.empty() ? file_name(file.path) : file.dynamic.soname;
  }

  static std::string name(const LibraryFile& file) { return "`" + file_name(file.path) + "`"; }

  /// mmap(2): EPERM for PROT_EXEC there. Of another machine the mount that it is looked at through says nothing.
  void judge_mount(const LibraryFile& file) {
    if (process_.root != "/" || !platform::on_noexec_mount(file.elf.file())) return;
    Error error(ErrorCode::library_not_executable, name(file) + " is on a file system that is mounted with `noexec`");
    const std::string mount = platform::mount_point(file.path);
    if (mount.empty()) {
      error.help("move the library to a file system that is mounted with `exec`");
    } else {
      error.note("`" + file.path + "` is below the mount point `" + mount + "`")
          .help("move the library, or allow it there: `mount -o remount,exec " + mount + "`");
    }
    findings_.push_back(finding(std::move(error)));
  }

  void judge_stack(const LibraryFile& file) {
    const Elf64_Phdr* stack = file.elf.segment(PT_GNU_STACK);
    if (stack && (stack->p_flags & PF_X) == 0) return;
    const std::string text = name(file) + " asks for an executable stack";
    const std::string help = "link it with `-z noexecstack`, or clear the mark with `patchelf --clear-execstack`";
    const std::string version = gnu_get_libc_version();
    if (Version::parse(version) < Version::parse("2.41"))
      findings_.push_back(warning(
          Error(ErrorCode::executable_stack, text + ": the stack of the whole process becomes executable").help(help)));
    else
      findings_.push_back(
          finding(Error(ErrorCode::executable_stack, text + ", which glibc " + version + " refuses").help(help)));
  }

  void judge_relocations(const LibraryFile& file) {
    if (!file.dynamic.text_relocations) return;
    findings_.push_back(
        warning(Error(ErrorCode::text_relocations,
                      name(file) + " has text relocations: it makes its code writable, which a hardened system refuses")
                    .help("compile all of it with -fPIC")));
  }

  void judge_search_path(const LibraryFile& file) {
    const ElfDynamic& dynamic = file.dynamic;
    const bool runpath = dynamic.has_runpath;
    const std::string& list = runpath ? dynamic.runpath : dynamic.rpath;
    if (list.empty() || unsafe_elements(list).empty()) return;
    findings_.push_back(
        warning(Error(ErrorCode::search_path_unsafe, std::string(runpath ? "RUNPATH" : "RPATH") + " of " + name(file) +
                                                         " leads into whatever folder is the current one")
                    .note("it is `" + list + "`; an empty element is the current folder")
                    .help("link it without such elements, or set others with `patchelf --set-rpath`")));
  }

  /// Of one library by its soname: in the process already, or in this closure by another path.
  void judge_second_copies() {
    const auto loaded = process_.root == "/" ? platform::loaded_objects() : std::vector<platform::LoadedObject>();
    const LibraryFile& plugin = closure_.plugin().file;
    for (const platform::LoadedObject& object : loaded)
      if (object.soname == soname(plugin)) judge_second_copy(plugin, object.path);
    for (std::size_t i = 0; i < closure_.members.size(); ++i)
      for (std::size_t j = i + 1; j < closure_.members.size(); ++j)
        if (soname(closure_.members[i].file) == soname(closure_.members[j].file))
          judge_second_copy(closure_.members[i].file, closure_.members[j].file.path);
  }

  void judge_second_copy(const LibraryFile& library, const std::string& other) {
    const auto state = platform::file_state(other);
    if (!state || state->identity == library.elf.file().state().identity) return;
    findings_.push_back(warning(
        Error(ErrorCode::library_loaded_twice, "two libraries are `" + soname(library) + "`, and both would be loaded")
            .note("one is " + library.path)
            .note("the other one is " + other)));
  }

  const Closure& closure_;
  const ProcessView& process_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> judge_entry(const Closure& closure, const Descriptor& descriptor) {
  std::vector<Finding> findings;
  const bool by_kind = descriptor.entry.empty();
  const std::string entry = by_kind && descriptor.kind == Kind::pjrt ? "GetPjrtApi" : descriptor.entry;
  if (entry.empty()) return findings;
  // dlsym() of a handle also looks in what the library needs.
  const auto defines = [&](const ClosureMember& member) { return SymbolTable(member.file).defines({entry, {}}); };
  if (std::ranges::any_of(closure.members, defines)) return findings;
  Error error(ErrorCode::entry_missing, "the library does not export `" + entry + "`");
  error.note("the library is `" + closure.plugin().file.path + "`");
  if (!by_kind) error.at(descriptor.locate(descriptor.entry_span));
  findings.push_back(finding(std::move(error)));
  return findings;
}

std::vector<Finding> judge_settings(const Closure& closure, const ProcessView& process) {
  return SettingsJudge(closure, process).judge();
}

}  // namespace accelloader::binary
