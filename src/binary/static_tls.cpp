#include "binary/static_tls.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/text.hpp"
#include "platform/loaded_objects.hpp"

namespace accelloader::binary {
namespace {

// elf/dl-tls.c of glibc 2.34: what is kept free at the start, of which `optional_static_tls` is a part.
constexpr std::uint64_t surplus = 1664, default_optional = 512;
constexpr std::string_view tunable = "glibc.rtld.optional_static_tls";

std::uint64_t wanted(const LibraryFile& library) {
  const Elf64_Phdr* segment = library.elf.segment(PT_TLS);
  return segment && library.dynamic.static_tls ? segment->p_memsz : 0;
}

std::string advice(std::uint64_t bytes) {
  return "start the program with GLIBC_TUNABLES=" + std::string(tunable) + "=" + std::to_string(bytes);
}

std::string bytes_of(std::uint64_t bytes) { return diagnostics::counted(bytes, "byte"); }

}  // namespace

std::uint64_t static_tls_reserve(const Environment* environment) {
  const std::string tunables = environment ? (*environment)("GLIBC_TUNABLES").value_or("") : std::string();
  const auto at = tunables.find(std::string(tunable) + "=");
  if (at == std::string::npos) return surplus;
  std::uint64_t optional = 0;
  const char* begin = tunables.data() + at + tunable.size() + 1;
  const auto parsed = std::from_chars(begin, tunables.data() + tunables.size(), optional);
  return parsed.ec == std::errc() ? surplus - default_optional + optional : surplus;
}

std::optional<Error> judge_static_tls(const LibraryFile& library, const Environment* environment) {
  const std::uint64_t reserve = static_tls_reserve(environment);
  const std::uint64_t bytes = wanted(library);
  if (bytes <= reserve) return std::nullopt;
  return Error(ErrorCode::static_tls_too_large, "`" + file_name(library.path) + "` needs " + bytes_of(bytes) +
                                                    " of static thread-local storage, and a process that runs has " +
                                                    std::to_string(reserve) + " left at most")
      .help(advice(bytes) + ", or link the library into it");
}

Error static_tls_used_up(const Closure& closure) {
  std::uint64_t sum = 0;
  std::vector<std::string> notes;
  for (const ClosureMember& member : closure.members)
    if (const std::uint64_t bytes = member.loaded ? 0 : wanted(member.file); bytes != 0) {
      sum += bytes;
      notes.push_back("`" + file_name(member.file.path) + "` needs " + bytes_of(bytes));
    }
  Error error(ErrorCode::static_tls_too_large, "the plugin needs " + bytes_of(sum) +
                                                   " of static thread-local storage, and what this process had left is "
                                                   "used up by libraries that were loaded before");
  if (notes.size() > 1)
    for (std::string& note : notes) error.note(std::move(note));
  for (const platform::LoadedObject& object : platform::loaded_objects())
    if (object.static_tls != 0 && !object.path.empty())
      error.note("`" + file_name(object.path) + "`, which is loaded, has " + bytes_of(object.static_tls));
  return std::move(error.help("load this back end earlier, or " + advice(std::max(sum, default_optional) * 2)));
}

}  // namespace accelloader::binary
