#include "binary/library_file.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "binary/file_content.hpp"
#include "binary/machine_name.hpp"
#include "diagnostics/text.hpp"
#include "platform/file.hpp"
#include "platform/owner.hpp"

namespace accelloader::binary {
namespace {

using platform::FileFault;
using platform::OpenFile;

constexpr const char* again = "install it again: a download or a copy of it was cut short";

std::string quoted(const std::string& path) { return "`" + path + "`"; }

Error not_a_library(const std::string& path, const char* type) {
  return Error(ErrorCode::library_not_shared, quoted(path) + " is " + type + ", and not a library");
}

Error not_elf(const std::string& path, std::string_view head, std::uint64_t size) {
  return Error(ErrorCode::library_not_elf, quoted(path) + " is " + describe_content(head, size) + " (" +
                                               diagnostics::counted(size, "byte") + "), and not a library")
      .help(advise_on_content(path, head, size));
}

Error cannot_open(const std::string& path, const FileFault& fault) {
  if (fault.kind == FileFault::Kind::not_regular)
    return Error(ErrorCode::library_not_regular, quoted(path) + " is " + fault.type + ", and not a library");
  Error error(ErrorCode::library_unreadable, quoted(path) + " cannot be read: " + platform::error_text(fault.error));
  if (const std::string target = platform::link_target(path); !target.empty())
    error.note("it is a link to `" + target + "`");
  if (const auto state = platform::file_state(path)) error.note("it has " + platform::access_text(*state));
  return error;
}

/// What kind of ELF file it is by its header, if not a library.
const char* other_type(const ElfIdentity& identity) {
  switch (identity.type) {
    case ET_REL: return "an object file, which a linker makes a library of";
    case ET_CORE: return "a core dump";
    case ET_EXEC: return "a program";
    case ET_DYN: return nullptr;
    default: return "an ELF file of an unknown type";
  }
}

/// The same by what is in it.
const char* other_type(const ElfFile& elf, const ElfDynamic& dynamic) {
  if (dynamic.is_program) return "a program";
  if (!dynamic.present)
    return elf.segment(PT_LOAD) ? "a program, or something else without a dynamic section"
                                : "an ELF file without code, such as separate debug information";
  return nullptr;
}

/// Past which byte of the file a segment begins to be missing.
std::optional<std::uint64_t> missing_from(const ElfFile& elf) {
  for (const Elf64_Phdr& segment : elf.segments())
    if (segment.p_type == PT_LOAD &&
        (segment.p_offset > elf.size() || segment.p_filesz > elf.size() - segment.p_offset))
      return segment.p_offset + segment.p_filesz;
  return std::nullopt;
}

}  // namespace

std::variant<LibraryFile, Error> open_library_file(const std::string& path) {
  auto opened = OpenFile::open(path);
  if (const auto* fault = std::get_if<FileFault>(&opened)) return cannot_open(path, *fault);
  auto& file = std::get<OpenFile>(opened);
  const auto size = static_cast<std::uint64_t>(file.state().size);
  if (size == 0) return Error(ErrorCode::library_empty, quoted(path) + " is empty").help(again);
  const std::string head = file.read_at(0, 1024);
  auto elf = ElfFile::read(std::move(file));
  if (!elf) return not_elf(path, head, size);
  const ElfIdentity& identity = elf->identity();
  if (!identity.native())
    return Error(ErrorCode::library_wrong_machine,
                 quoted(path) + " is for " + machine_name(identity) + ", and this process is " + this_machine_name())
        .help("install the build for " + this_machine_name());
  if (const char* type = other_type(identity)) return not_a_library(path, type);
  if (elf->segments().empty())
    return Error(ErrorCode::library_truncated,
                 quoted(path) + " has no program headers within its " + diagnostics::counted(size, "byte"))
        .help(again);
  if (const auto needed = missing_from(*elf))
    return Error(ErrorCode::library_truncated, quoted(path) + " is cut off: it has " + std::to_string(size) +
                                                   " of at least " + diagnostics::counted(*needed, "byte"))
        .help(again);
  ElfDynamic dynamic = read_dynamic(*elf);
  if (const char* type = other_type(*elf, dynamic)) return not_a_library(path, type);
  if (dynamic.damaged)
    return Error(ErrorCode::library_damaged, quoted(path) + " is damaged: its dynamic section points out of the file")
        .help(again);
  return LibraryFile{path, std::move(*elf), std::move(dynamic)};
}

}  // namespace accelloader::binary
