// The dynamic section of an object that is loaded into this process: which slots lead to a symbol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <link.h>
#include <span>
#include <string>
#include <vector>

namespace accelloader::torch {

/// Reads the memory of the object alone, as the dynamic linker left it. Valid while the object stays loaded.
class LoadedImage {
 public:
  explicit LoadedImage(const dl_phdr_info& object);

  /// `sample` leaves out the slots of -fno-plt code where others were found: libtorch has a hundred thousand
  /// relocations of that kind, and where every slot is bound alike, some of them tell.
  enum class Slots { all, sample };

  /// Slots of the global offset table through which this object calls or takes a function of one of these names that
  /// is defined elsewhere.
  std::vector<void**> slots_of(std::span<const char* const> names, Slots which) const;

  /// Whether `address` lies in this object: so does the value of a slot that is not bound yet.
  bool contains(const void* address) const noexcept;

  /// Stores `value`. Pages that relocation left read-only are read-only again afterwards; the others stay writable, or
  /// the object's next lazily bound call would fault. False if the page could not be made writable.
  bool write(void** slot, void* value) const noexcept;

  const std::string& path() const noexcept { return path_; }

 private:
  struct Range {
    ElfW(Addr) begin = 0, end = 0;
    bool contains(ElfW(Addr) address) const noexcept { return address >= begin && address < end; }
  };

  void read_dynamic(const ElfW(Dyn) * dynamic);
  std::size_t undefined_symbols() const;
  std::vector<std::size_t> symbols_named(std::span<const char* const> names) const;
  void collect(std::span<const ElfW(Rela)> table, std::size_t symbol, std::uint32_t type,
               std::vector<void**>& slots) const;

  std::string path_;
  ElfW(Addr) base_ = 0;
  Range relro_;
  std::vector<Range> segments_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* strings_ = nullptr;
  const std::uint32_t* gnu_hash_ = nullptr;
  const std::uint32_t* sysv_hash_ = nullptr;
  std::span<const ElfW(Rela)> calls_;  // DT_JMPREL
  std::span<const ElfW(Rela)> data_;   // DT_RELA, without the relative ones
};

}  // namespace accelloader::torch
