// An ELF file, read through libelf: nothing of it is mapped or run, and every offset it names is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/open_file.hpp"

namespace accelloader::binary {

/// The first bytes of the file, which say whom it is for.
struct ElfIdentity {
  bool bits_64 = false;
  bool little_endian = false;
  std::uint8_t os_abi = 0;    ///< ELFOSABI_...
  std::uint16_t machine = 0;  ///< EM_...
  std::uint16_t type = 0;     ///< ET_...

  /// Whether a process of this machine could map it.
  bool native() const noexcept;
};

/// Held open. What is read is for files of this machine alone: identity() comes first. Not synchronized.
class ElfFile {
 public:
  /// Empty if it does not start as an ELF file does.
  static std::optional<ElfFile> read(platform::OpenFile file);
  ~ElfFile();
  ElfFile(ElfFile&&) noexcept;
  ElfFile& operator=(ElfFile&&) noexcept;

  const platform::OpenFile& file() const noexcept;
  std::uint64_t size() const noexcept;
  const ElfIdentity& identity() const noexcept;
  /// The program headers; empty if they lie outside of the file.
  const std::vector<Elf64_Phdr>& segments() const noexcept;
  const Elf64_Phdr* segment(std::uint32_t type) const noexcept;

  /// Where in the file the byte lies that a process would find at `address`.
  std::optional<std::uint64_t> offset_of(std::uint64_t address) const noexcept;
  /// `count` records from `offset` on, fewer where the file ends. `Record` is a plain struct of elf.h.
  template <class Record>
  std::vector<Record> records(std::uint64_t offset, std::size_t count) const {
    std::vector<Record> read(count);
    read.resize(read_raw(offset, count * sizeof(Record), read.data()) / sizeof(Record));
    return read;
  }
  /// The text that starts at `offset` and ends with a zero; cut at `most` bytes.
  std::string text(std::uint64_t offset, std::size_t most = 4096) const;

 private:
  struct Content;
  explicit ElfFile(std::unique_ptr<Content> content);
  std::size_t read_raw(std::uint64_t offset, std::size_t bytes, void* room) const;

  std::unique_ptr<Content> content_;
};

}  // namespace accelloader::binary
