// The dynamic symbols of a library: what it defines and what it leaves to others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "binary/library_file.hpp"

namespace accelloader::binary {

/// `version` is empty where none is asked for.
struct SymbolNeed {
  std::string name;
  std::string version;
};

/// Reads on demand, by the hash table that the dynamic linker uses. Not synchronized.
class SymbolTable {
 public:
  /// `library` must outlive the table.
  explicit SymbolTable(const LibraryFile& library);

  /// Undefined and not weak, in the order of the table.
  std::vector<SymbolNeed> undefined() const;
  /// The names of all that it defines for others.
  std::vector<std::string> defined() const;
  /// The function that has `address`, an address of the file, in it; empty if the table does not tell.
  std::string function_at(std::uint64_t address) const;
  /// Whether the dynamic linker would take a definition of this library for `need`.
  bool defines(const SymbolNeed& need) const;

 private:
  Elf64_Sym symbol(std::uint32_t index) const;
  std::string name(const Elf64_Sym& symbol) const;
  /// The name of the version with this index, by what the library defines and needs.
  std::string version_name(std::uint16_t index) const;
  std::uint16_t version_index(std::uint32_t symbol) const;
  bool fits(std::uint32_t index, const SymbolNeed& need) const;
  void read_gnu_hash();
  void read_sysv_hash();
  void read_version_names();

  const LibraryFile& library_;
  std::uint64_t symbols_ = 0, strings_ = 0, versions_ = 0;  // offsets in the file; 0 for none
  std::uint32_t count_ = 0;                                 // of symbols
  bool has_definitions_of_versions_ = false;
  std::vector<std::string> version_names_;
  // The GNU hash table; empty where the library has the older kind alone.
  std::uint32_t first_hashed_ = 0, bloom_shift_ = 0;
  std::vector<std::uint64_t> bloom_;
  std::vector<std::uint32_t> buckets_, chains_;
  std::vector<std::uint32_t> sysv_buckets_, sysv_chains_;
};

}  // namespace accelloader::binary
