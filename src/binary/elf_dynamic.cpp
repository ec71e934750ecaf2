#include "binary/elf_dynamic.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace accelloader::binary {
namespace {

// More than any library has, and little enough to be read for a file that lies.
constexpr std::size_t most_entries = 4096, most_versions = 4096;

class DynamicReader {
 public:
  explicit DynamicReader(const ElfFile& elf) : elf_(elf) {}

  ElfDynamic read() {
    const Elf64_Phdr* segment = elf_.segment(PT_DYNAMIC);
    if (!segment) return std::move(dynamic_);
    dynamic_.present = true;
    const auto count = std::min<std::uint64_t>(segment->p_filesz / sizeof(Elf64_Dyn), most_entries);
    const auto entries = elf_.records<Elf64_Dyn>(segment->p_offset, count);
    if (entries.size() < count) dynamic_.damaged = true;
    for (const Elf64_Dyn& entry : entries) {
      if (entry.d_tag == DT_NULL) break;
      take_address(entry);
    }
    for (const Elf64_Dyn& entry : entries) {
      if (entry.d_tag == DT_NULL) break;
      take_text(entry);
      take_flags(entry);
    }
    read_version_needs();
    read_version_definitions();
    return std::move(dynamic_);
  }

 private:
  void take_address(const Elf64_Dyn& entry) {
    switch (entry.d_tag) {
      case DT_STRTAB: dynamic_.strings = entry.d_un.d_ptr; break;
      case DT_SYMTAB: dynamic_.symbols = entry.d_un.d_ptr; break;
      case DT_VERSYM: dynamic_.symbol_versions = entry.d_un.d_ptr; break;
      case DT_GNU_HASH: dynamic_.gnu_hash = entry.d_un.d_ptr; break;
      case DT_HASH: dynamic_.sysv_hash = entry.d_un.d_ptr; break;
      case DT_VERDEF: dynamic_.version_definitions = entry.d_un.d_ptr; break;
      case DT_VERNEED: version_needs_ = entry.d_un.d_ptr; break;
      default: break;
    }
  }

  void take_text(const Elf64_Dyn& entry) {
    switch (entry.d_tag) {
      case DT_NEEDED: dynamic_.needed.push_back(string(entry.d_un.d_val)); break;
      case DT_SONAME: dynamic_.soname = string(entry.d_un.d_val); break;
      case DT_RPATH: dynamic_.rpath = string(entry.d_un.d_val); break;
      case DT_RUNPATH:
        dynamic_.runpath = string(entry.d_un.d_val);
        dynamic_.has_runpath = true;
        break;
      default: break;
    }
  }

  void take_flags(const Elf64_Dyn& entry) {
    const std::uint64_t flags = entry.d_un.d_val;
    if (entry.d_tag == DT_TEXTREL) dynamic_.text_relocations = true;
    if (entry.d_tag == DT_FLAGS) {
      dynamic_.static_tls = (flags & DF_STATIC_TLS) != 0;
      if ((flags & DF_TEXTREL) != 0) dynamic_.text_relocations = true;
    }
    if (entry.d_tag == DT_FLAGS_1) {
      dynamic_.is_program = (flags & DF_1_PIE) != 0;
      dynamic_.no_default_folders = (flags & DF_1_NODEFLIB) != 0;
    }
  }

  std::string string(std::uint64_t index) {
    const auto begin = elf_.offset_of(dynamic_.strings);
    if (!begin || *begin + index >= elf_.size()) {
      dynamic_.damaged = true;
      return {};
    }
    return elf_.text(*begin + index);
  }

  /// The record at `address`, if the file has it.
  template <class Record>
  std::optional<Record> record(std::uint64_t address) {
    if (const auto offset = elf_.offset_of(address))
      if (const auto read = elf_.records<Record>(*offset, 1); !read.empty()) return read.front();
    dynamic_.damaged = true;
    return std::nullopt;
  }

  void read_version_needs() {
    std::size_t budget = most_versions;
    for (std::uint64_t at = version_needs_; at != 0;) {
      const auto need = record<Elf64_Verneed>(at);
      if (!need) return;
      const std::string library = string(need->vn_file);
      std::uint64_t entry_at = at + need->vn_aux;
      for (int i = 0; i < need->vn_cnt; ++i) {
        const auto entry = record<Elf64_Vernaux>(entry_at);
        if (!entry || budget-- == 0) return;
        if ((entry->vna_flags & VER_FLG_WEAK) == 0)
          dynamic_.version_needs.push_back({library, string(entry->vna_name)});
        dynamic_.version_indices.push_back({entry->vna_other, string(entry->vna_name)});
        entry_at += entry->vna_next;
      }
      if (need->vn_next == 0 || budget-- == 0) return;
      at += need->vn_next;
    }
  }

  void read_version_definitions() {
    std::size_t budget = most_versions;
    for (std::uint64_t at = dynamic_.version_definitions; at != 0 && budget-- > 0;) {
      const auto definition = record<Elf64_Verdef>(at);
      if (!definition) return;
      if (definition->vd_cnt > 0)
        if (const auto name = record<Elf64_Verdaux>(at + definition->vd_aux)) {
          dynamic_.versions.push_back(string(name->vda_name));
          if ((definition->vd_flags & VER_FLG_BASE) == 0)
            dynamic_.version_indices.push_back({definition->vd_ndx, dynamic_.versions.back()});
        }
      if (definition->vd_next == 0) return;
      at += definition->vd_next;
    }
  }

  const ElfFile& elf_;
  ElfDynamic dynamic_;
  std::uint64_t version_needs_ = 0;
};

}  // namespace

ElfDynamic read_dynamic(const ElfFile& elf) { return DynamicReader(elf).read(); }

}  // namespace accelloader::binary
