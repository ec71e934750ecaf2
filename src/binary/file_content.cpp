#include "binary/file_content.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "diagnostics/text.hpp"

namespace accelloader::binary {
namespace {

struct Signature {
  std::string_view start;
  std::string_view meaning;
};

// The longer of two that start alike comes first.
constexpr std::array<Signature, 14> signatures{{
    {"version https://git-lfs.github.com/spec", "a git-lfs pointer, in place of the file itself"},
    {"!<arch>\n", "a static library (an ar archive)"},
    {"!<thin>\n", "a static library (a thin ar archive)"},
    {"\x1f\x8b", "a gzip archive"},
    {"PK\x03\x04", "a zip archive, such as a wheel"},
    {"\xfd"
     "7zXZ",
     "an xz archive"},
    {"\x28\xb5\x2f\xfd", "a zstd archive"},
    {"BZh", "a bzip2 archive"},
    {"MZ", "a library or program of Windows"},
    {"\xcf\xfa\xed\xfe", "a library or program of macOS"},
    {"\xca\xfe\xba\xbe", "a library or program of macOS, or a Java class"},
    {"BC\xc0\xde", "LLVM bitcode"},
    {"#!", "a script"},
    {"\x7f"
     "ELF",
     "the start of an ELF file, too short to be one"},
}};

bool is_text(std::string_view head) {
  return std::ranges::all_of(head, [](char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return code >= 0x20 || code == '\n' || code == '\r' || code == '\t';
  });
}

bool starts_with_in_any_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

bool has_linker_script_word(std::string_view text) {
  return std::ranges::any_of(
      std::array<std::string_view, 5>{"GROUP", "INPUT", "OUTPUT_FORMAT", "GNU ld script", "AS_NEEDED"},
      [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::string describe_text(std::string_view head, std::uint64_t size) {
  const auto start = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const std::string_view text = head.substr(start);
  if (starts_with_in_any_case(text, "<!doctype html") || starts_with_in_any_case(text, "<html"))
    return "a page of HTML, such as a server sends in place of a file";
  if (text.starts_with('{') || text.starts_with('[')) return "JSON";
  if (text.starts_with("<?xml") || text.starts_with('<')) return "XML";
  if (has_linker_script_word(text)) return "a linker script, which only a linker reads";
  if (const std::string target = flattened_link_target(head, size); !target.empty())
    return "a text that names `" + target + "`: a link that was copied as a file";
  return "text";
}

}  // namespace

std::string flattened_link_target(std::string_view head, std::uint64_t size) {
  if (size > 512 || head.size() != size) return {};
  while (!head.empty() && (head.back() == '\n' || head.back() == '\r')) head.remove_suffix(1);
  const auto in_name = [](char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) ||
           std::string_view("._-+/").find(byte) != std::string_view::npos;
  };
  if (head.find(".so") == std::string_view::npos || !std::ranges::all_of(head, in_name)) return {};
  return std::string(head);
}

std::string advise_on_content(const std::string& path, std::string_view head, std::uint64_t size) {
  if (head.starts_with("version https://git-lfs"))
    return "fetch the file itself, with `git lfs pull` where it was cloned";
  if (const std::string target = flattened_link_target(head, size); !target.empty())
    return "make it a link again: `ln -sf " + target + " " + path + "`";
  return {};
}

std::string describe_content(std::string_view head, std::uint64_t size) {
  for (const Signature& signature : signatures)
    if (head.starts_with(signature.start)) return std::string(signature.meaning);
  if (head.starts_with("\x1f") || !is_text(head)) {
    if (std::ranges::all_of(head, [](char byte) { return byte == '\0'; }))
      return "nothing but zeros, as after a download that was cut off";
    return "no ELF file";
  }
  return describe_text(head, size);
}

}  // namespace accelloader::binary
