#include "torch/loaded_image.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace accelloader::torch {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t call_slot = R_X86_64_JUMP_SLOT, address_slot = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr std::uint32_t call_slot = R_AARCH64_JUMP_SLOT, address_slot = R_AARCH64_GLOB_DAT;
#else
#error "the relocation types of this architecture are not known"
#endif

// The vdso keeps unrelocated addresses in its dynamic section, which must not be followed.
bool is_vdso(std::string_view path) { return path.starts_with("linux-vdso") || path.starts_with("linux-gate"); }

}  // namespace

LoadedImage::LoadedImage(const dl_phdr_info& object) : path_(object.dlpi_name), base_(object.dlpi_addr) {
  const ElfW(Dyn)* dynamic = nullptr;
  for (const ElfW(Phdr) & header : std::span(object.dlpi_phdr, object.dlpi_phnum)) {
    const Range range{base_ + header.p_vaddr, base_ + header.p_vaddr + header.p_memsz};
    if (header.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(range.begin);
    if (header.p_type == PT_GNU_RELRO) relro_ = range;
    if (header.p_type == PT_LOAD) segments_.push_back(range);
  }
  if (dynamic && !is_vdso(path_)) read_dynamic(dynamic);
}

void LoadedImage::read_dynamic(const ElfW(Dyn) * dynamic) {
  const ElfW(Rela)* calls = nullptr, *data = nullptr;
  std::size_t call_bytes = 0, data_bytes = 0, relative = 0;
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    // glibc has made addresses of the offsets, unless the section cannot be written.
    const bool is_offset = dynamic->d_un.d_ptr < base_;
    const ElfW(Addr) value = dynamic->d_un.d_val, address = value + (is_offset ? base_ : 0);
    switch (dynamic->d_tag) {
      case DT_SYMTAB: symbols_ = reinterpret_cast<const ElfW(Sym)*>(address); break;
      case DT_STRTAB: strings_ = reinterpret_cast<const char*>(address); break;
      case DT_GNU_HASH: gnu_hash_ = reinterpret_cast<const std::uint32_t*>(address); break;
      case DT_HASH: sysv_hash_ = reinterpret_cast<const std::uint32_t*>(address); break;
      case DT_JMPREL: calls = reinterpret_cast<const ElfW(Rela)*>(address); break;
      case DT_PLTRELSZ: call_bytes = value; break;
      case DT_RELA: data = reinterpret_cast<const ElfW(Rela)*>(address); break;
      case DT_RELASZ: data_bytes = value; break;
      case DT_RELACOUNT: relative = value; break;
      default: break;
    }
  }
  // Relative relocations come first and name no symbol; libtorch has a quarter of a million of them.
  calls_ = {calls, call_bytes / sizeof(ElfW(Rela))};
  data_ = std::span(data, data_bytes / sizeof(ElfW(Rela)));
  data_ = data_.subspan(std::min(relative, data_.size()));
}

// A GNU hash table holds the defined symbols alone, which stand behind the undefined ones.
std::size_t LoadedImage::undefined_symbols() const {
  if (gnu_hash_) return gnu_hash_[1];
  return sysv_hash_ ? sysv_hash_[1] : 0;
}

std::vector<std::size_t> LoadedImage::symbols_named(std::span<const char* const> names) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i < undefined_symbols(); ++i) {
    if (symbols_[i].st_shndx != SHN_UNDEF) continue;
    const char* name = strings_ + symbols_[i].st_name;
    if (std::ranges::any_of(names, [&](const char* wanted) { return std::strcmp(wanted, name) == 0; }))
      found.push_back(i);
  }
  return found;
}

// libtorch has a hundred thousand of them, and this runs when a program starts: nothing but a compare in the loop.
void LoadedImage::collect(std::span<const ElfW(Rela)> table, std::size_t symbol, std::uint32_t type,
                          std::vector<void**>& slots) const {
  const auto wanted = ELF64_R_INFO(symbol, type);
  for (const ElfW(Rela) & relocation : table)
    if (relocation.r_info == wanted) slots.push_back(reinterpret_cast<void**>(base_ + relocation.r_offset));
}

std::vector<void**> LoadedImage::slots_of(std::span<const char* const> names, Slots which) const {
  std::vector<void**> slots;
  if (!symbols_ || !strings_) return slots;
  for (const std::size_t symbol : symbols_named(names)) {
    collect(calls_, symbol, call_slot, slots);
    if (which == Slots::all || slots.empty()) collect(data_, symbol, address_slot, slots);
  }
  return slots;
}

bool LoadedImage::contains(const void* address) const noexcept {
  const auto value = reinterpret_cast<ElfW(Addr)>(address);
  return std::ranges::any_of(segments_, [&](const Range& segment) { return segment.contains(value); });
}

bool LoadedImage::write(void** slot, void* value) const noexcept {
  const auto address = reinterpret_cast<ElfW(Addr)>(slot);
  const auto page_size = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
  void* page = reinterpret_cast<void*>(address & ~(page_size - 1));
  const bool protect = relro_.contains(address);
  if (protect && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(slot, value, __ATOMIC_RELEASE);
  if (protect) mprotect(page, page_size, PROT_READ);
  return true;
}

}  // namespace accelloader::torch
