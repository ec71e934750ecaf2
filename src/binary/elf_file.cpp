#include "binary/elf_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <gelf.h>
#include <map>
#include <utility>

namespace accelloader::binary {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t this_machine = EM_AARCH64;
#endif
constexpr std::size_t block = 4096;

ElfIdentity identity_of(const GElf_Ehdr& header) {
  return {.bits_64 = header.e_ident[EI_CLASS] == ELFCLASS64,
          .little_endian = header.e_ident[EI_DATA] == ELFDATA2LSB,
          .os_abi = header.e_ident[EI_OSABI],
          .machine = header.e_machine,
          .type = header.e_type};
}

Elf64_Phdr plain(const GElf_Phdr& segment) {
  Elf64_Phdr copy;
  static_assert(sizeof copy == sizeof segment);
  std::memcpy(&copy, &segment, sizeof copy);
  return copy;
}

}  // namespace

bool ElfIdentity::native() const noexcept {
  return bits_64 && little_endian && machine == this_machine && (os_abi == ELFOSABI_SYSV || os_abi == ELFOSABI_GNU);
}

struct ElfFile::Content {
  explicit Content(platform::OpenFile opened) : file(std::move(opened)) {}
  ~Content() { elf_end(elf); }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  platform::OpenFile file;
  Elf* elf = nullptr;
  ElfIdentity identity;
  std::vector<Elf64_Phdr> segments;
  std::map<std::uint64_t, std::string> blocks;  // what text() has read
};

ElfFile::ElfFile(std::unique_ptr<Content> content) : content_(std::move(content)) {}
ElfFile::~ElfFile() = default;
ElfFile::ElfFile(ElfFile&&) noexcept = default;
ElfFile& ElfFile::operator=(ElfFile&&) noexcept = default;

std::optional<ElfFile> ElfFile::read(platform::OpenFile file) {
  elf_version(EV_CURRENT);
  auto content = std::make_unique<Content>(std::move(file));
  // Not ELF_C_READ_MMAP: a file that is cut while it is read must not end the process with SIGBUS.
  content->elf = elf_begin(content->file.number(), ELF_C_READ, nullptr);
  GElf_Ehdr header;
  if (elf_kind(content->elf) != ELF_K_ELF || !gelf_getehdr(content->elf, &header)) return std::nullopt;
  content->identity = identity_of(header);
  std::size_t count = 0;
  if (elf_getphdrnum(content->elf, &count) != 0) count = 0;
  GElf_Phdr segment;
  for (std::size_t i = 0; i < count && gelf_getphdr(content->elf, static_cast<int>(i), &segment); ++i)
    content->segments.push_back(plain(segment));
  return ElfFile(std::move(content));
}

const platform::OpenFile& ElfFile::file() const noexcept { return content_->file; }
std::uint64_t ElfFile::size() const noexcept { return static_cast<std::uint64_t>(content_->file.state().size); }
const ElfIdentity& ElfFile::identity() const noexcept { return content_->identity; }
const std::vector<Elf64_Phdr>& ElfFile::segments() const noexcept { return content_->segments; }

const Elf64_Phdr* ElfFile::segment(std::uint32_t type) const noexcept {
  const auto found = std::ranges::find(content_->segments, type, &Elf64_Phdr::p_type);
  return found == content_->segments.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> ElfFile::offset_of(std::uint64_t address) const noexcept {
  for (const Elf64_Phdr& segment : content_->segments)
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
      return segment.p_offset + (address - segment.p_vaddr);
  return std::nullopt;
}

std::size_t ElfFile::read_raw(std::uint64_t offset, std::size_t bytes, void* room) const {
  const std::string read = content_->file.read_at(offset, bytes);
  if (!read.empty()) std::memcpy(room, read.data(), read.size());  // `room` is null where no record is asked for
  return read.size();
}

std::string ElfFile::text(std::uint64_t offset, std::size_t most) const {
  std::string text;
  while (text.size() < most) {
    const std::uint64_t at = offset + text.size(), begin = at - at % block;
    auto [entry, is_new] = content_->blocks.try_emplace(begin);
    if (is_new) entry->second = content_->file.read_at(begin, block);
    if (at - begin >= entry->second.size()) break;  // the file ends here
    const std::string_view rest = std::string_view(entry->second).substr(at - begin);
    const auto end = rest.find('\0');
    text.append(rest.substr(0, end));
    if (end != std::string_view::npos) break;
  }
  text.resize(std::min(text.size(), most));
  return text;
}

}  // namespace accelloader::binary
