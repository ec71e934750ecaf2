#include "binary/judge_file.hpp"

#include <algorithm>
#include <cstdint>
#include <gnu/libc-version.h>
#include <string>
#include <utility>

#include <accelloader/version.hpp>

#include "binary/search_folders.hpp"
#include "binary/symbol_table.hpp"
#include "diagnostics/text.hpp"
#include "platform/loaded_objects.hpp"

namespace accelloader::binary {
namespace {

// What glibc keeps free for libraries that come later, unless GLIBC_TUNABLES says otherwise (elf/dl-tls.c, 2.34).
constexpr std::uint64_t static_tls_reserve = 1664;

class SettingsJudge {
 public:
  explicit SettingsJudge(const Closure& closure) : closure_(closure) {}

  std::vector<Finding> judge() {
    for (const ClosureMember& member : closure_.members) {
      if (member.loaded) continue;
      judge_static_tls(member.file);
      judge_stack(member.file);
      judge_relocations(member.file);
      judge_search_path(member.file);
    }
    judge_second_copy(closure_.plugin().file);
    return std::move(findings_);
  }

 private:
  static std::string name(const LibraryFile& file) { return "`" + file_name(file.path) + "`"; }

  void judge_static_tls(const LibraryFile& file) {
    const Elf64_Phdr* segment = file.elf.segment(PT_TLS);
    if (!segment || !file.dynamic.static_tls || segment->p_memsz <= static_tls_reserve) return;
    findings_.push_back(finding(
        Error(ErrorCode::static_tls_too_large, name(file) + " needs " + diagnostics::counted(segment->p_memsz, "byte") +
                                                   " of static thread-local storage, and a process that runs has " +
                                                   std::to_string(static_tls_reserve) + " left at most")
            .help("start the program with GLIBC_TUNABLES=glibc.rtld.optional_static_tls=" +
                  std::to_string(segment->p_memsz) + ", or link the library into it")));
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
                    .note("it is `" + list + "`; an empty element is the current folder")));
  }

  void judge_second_copy(const LibraryFile& plugin) {
    if (plugin.dynamic.soname.empty()) return;
    for (const platform::LoadedObject& object : platform::loaded_objects()) {
      if (object.soname != plugin.dynamic.soname || object.path.empty()) continue;
      const auto state = platform::file_state(object.path);
      if (!state || state->identity == plugin.elf.file().state().identity) continue;
      findings_.push_back(warning(Error(ErrorCode::library_loaded_twice,
                                        "another `" + plugin.dynamic.soname + "` is loaded already: " + object.path)));
    }
  }

  const Closure& closure_;
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

std::vector<Finding> judge_settings(const Closure& closure) { return SettingsJudge(closure).judge(); }

}  // namespace accelloader::binary
