#include "binary/symbol_table.hpp"

#include <algorithm>
#include <cstdint>

namespace accelloader::binary {
namespace {

// A table that claims more than this lies.
constexpr std::uint32_t most_symbols = 8'000'000;
constexpr std::uint16_t version_mask = 0x7fff, hidden_version = 0x8000;

std::uint32_t gnu_hash(std::string_view name) {
  std::uint32_t hash = 5381;
  for (const char byte : name) hash = hash * 33 + static_cast<unsigned char>(byte);
  return hash;
}

std::uint32_t sysv_hash(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char byte : name) {
    hash = (hash << 4) + static_cast<unsigned char>(byte);
    const std::uint32_t high = hash & 0xf0000000;
    hash = (hash ^ (high >> 24)) & ~high;
  }
  return hash;
}

}  // namespace

SymbolTable::SymbolTable(const LibraryFile& library) : library_(library) {
  const ElfDynamic& dynamic = library.dynamic;
  const ElfFile& elf = library.elf;
  symbols_ = elf.offset_of(dynamic.symbols).value_or(0);
  strings_ = elf.offset_of(dynamic.strings).value_or(0);
  if (dynamic.symbol_versions != 0) versions_ = elf.offset_of(dynamic.symbol_versions).value_or(0);
  if (symbols_ == 0 || strings_ == 0) return;
  if (dynamic.gnu_hash != 0)
    read_gnu_hash();
  else if (dynamic.sysv_hash != 0)
    read_sysv_hash();
  if (versions_ != 0) read_version_names();
}

void SymbolTable::read_gnu_hash() {
  const ElfFile& elf = library_.elf;
  const auto offset = elf.offset_of(library_.dynamic.gnu_hash);
  if (!offset) return;
  const auto header = elf.records<std::uint32_t>(*offset, 4);
  if (header.size() < 4 || header[0] == 0 || header[2] == 0 || header[0] > most_symbols || header[2] > most_symbols)
    return;
  first_hashed_ = header[1];
  bloom_shift_ = header[3] % 64;
  bloom_ = elf.records<std::uint64_t>(*offset + 16, header[2]);
  const std::uint64_t buckets_at = *offset + 16 + std::uint64_t{header[2]} * 8;
  buckets_ = elf.records<std::uint32_t>(buckets_at, header[0]);
  if (bloom_.size() < header[2] || buckets_.size() < header[0]) return buckets_.clear();

  const std::uint64_t chains_at = buckets_at + std::uint64_t{header[0]} * 4;
  const std::uint32_t last_start = *std::ranges::max_element(buckets_);
  count_ = first_hashed_;
  if (last_start < first_hashed_ || last_start > most_symbols) return;  // nothing is hashed: it defines nothing
  chains_ = elf.records<std::uint32_t>(chains_at, last_start - first_hashed_ + 1);
  while (!chains_.empty() && (chains_.back() & 1) == 0 && chains_.size() < most_symbols) {
    const auto more = elf.records<std::uint32_t>(chains_at + chains_.size() * 4, 64);
    if (more.empty()) break;
    const auto end = std::ranges::find_if(more, [](std::uint32_t link) { return (link & 1) != 0; });
    chains_.insert(chains_.end(), more.begin(), end == more.end() ? end : end + 1);
  }
  count_ = first_hashed_ + static_cast<std::uint32_t>(chains_.size());
}

void SymbolTable::read_sysv_hash() {
  const ElfFile& elf = library_.elf;
  const auto offset = elf.offset_of(library_.dynamic.sysv_hash);
  if (!offset) return;
  const auto header = elf.records<std::uint32_t>(*offset, 2);
  if (header.size() < 2 || header[0] == 0 || header[0] > most_symbols || header[1] > most_symbols) return;
  sysv_buckets_ = elf.records<std::uint32_t>(*offset + 8, header[0]);
  sysv_chains_ = elf.records<std::uint32_t>(*offset + 8 + std::uint64_t{header[0]} * 4, header[1]);
  if (sysv_buckets_.size() < header[0]) return sysv_buckets_.clear();
  count_ = static_cast<std::uint32_t>(sysv_chains_.size());
}

void SymbolTable::read_version_names() {
  const auto put = [this](std::uint16_t index, std::string name) {
    index &= version_mask;
    if (index >= version_names_.size()) version_names_.resize(index + 1U);
    version_names_[index] = std::move(name);
  };
  for (const VersionIndex& known : library_.dynamic.version_indices) put(known.index, known.name);
  has_definitions_of_versions_ = library_.dynamic.version_definitions != 0;
}

Elf64_Sym SymbolTable::symbol(std::uint32_t index) const {
  const auto read = library_.elf.records<Elf64_Sym>(symbols_ + std::uint64_t{index} * sizeof(Elf64_Sym), 1);
  return read.empty() ? Elf64_Sym{} : read.front();
}

std::string SymbolTable::name(const Elf64_Sym& symbol) const {
  return library_.elf.text(strings_ + symbol.st_name, 64UL * 1024);
}

std::uint16_t SymbolTable::version_index(std::uint32_t symbol) const {
  if (versions_ == 0) return VER_NDX_GLOBAL;
  const auto read = library_.elf.records<std::uint16_t>(versions_ + std::uint64_t{symbol} * 2, 1);
  return read.empty() ? std::uint16_t{VER_NDX_GLOBAL} : read.front();
}

std::string SymbolTable::version_name(std::uint16_t index) const {
  const std::uint16_t place = index & version_mask;
  return place < version_names_.size() ? version_names_[place] : std::string();
}

std::vector<SymbolNeed> SymbolTable::undefined() const {
  std::vector<SymbolNeed> needs;
  // With a GNU hash table the undefined symbols stand before the hashed ones.
  const std::uint32_t end = buckets_.empty() ? count_ : std::min(first_hashed_, count_);
  const auto symbols = library_.elf.records<Elf64_Sym>(symbols_, end);
  const auto versions =
      versions_ == 0 ? std::vector<std::uint16_t>() : library_.elf.records<std::uint16_t>(versions_, symbols.size());
  for (std::size_t i = 1; i < symbols.size(); ++i) {
    const Elf64_Sym& entry = symbols[i];
    if (entry.st_shndx != SHN_UNDEF || ELF64_ST_BIND(entry.st_info) != STB_GLOBAL || entry.st_name == 0) continue;
    needs.push_back({name(entry), i < versions.size() ? version_name(versions[i]) : std::string()});
  }
  return needs;
}

std::vector<std::string> SymbolTable::defined() const {
  std::vector<std::string> names;
  for (const Elf64_Sym& entry : library_.elf.records<Elf64_Sym>(symbols_, count_))
    if (entry.st_shndx != SHN_UNDEF && ELF64_ST_BIND(entry.st_info) != STB_LOCAL) names.push_back(name(entry));
  return names;
}

std::string SymbolTable::function_at(std::uint64_t address) const {
  for (const Elf64_Sym& entry : library_.elf.records<Elf64_Sym>(symbols_, count_))
    if (entry.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(entry.st_info) == STT_FUNC && address >= entry.st_value &&
        address - entry.st_value < entry.st_size)
      return name(entry);
  return {};
}

bool SymbolTable::fits(std::uint32_t index, const SymbolNeed& need) const {
  const Elf64_Sym entry = symbol(index);
  if (entry.st_shndx == SHN_UNDEF || ELF64_ST_BIND(entry.st_info) == STB_LOCAL || name(entry) != need.name)
    return false;
  if (versions_ == 0 || !has_definitions_of_versions_) return true;
  const std::uint16_t version = version_index(index);
  if ((version & version_mask) == VER_NDX_LOCAL) return false;
  // dl-lookup.c: without a version any default definition fits; with one its name must be the same, and a definition
  // without a version fits everybody.
  if (need.version.empty()) return (version & hidden_version) == 0 || (version & version_mask) <= 2;
  if ((version & version_mask) == VER_NDX_GLOBAL) return (version & hidden_version) == 0;
  return version_name(version) == need.version;
}

bool SymbolTable::defines(const SymbolNeed& need) const {
  if (!buckets_.empty()) {
    const std::uint32_t hash = gnu_hash(need.name);
    const std::uint64_t word = bloom_[(hash / 64) % bloom_.size()];
    if (((word >> (hash % 64)) & (word >> ((hash >> bloom_shift_) % 64)) & 1) == 0) return false;
    std::uint32_t index = buckets_[hash % buckets_.size()];
    if (index < first_hashed_) return false;
    for (; index - first_hashed_ < chains_.size(); ++index) {
      const std::uint32_t link = chains_[index - first_hashed_];
      if ((link | 1) == (hash | 1) && fits(index, need)) return true;
      if ((link & 1) != 0) return false;
    }
    return false;
  }
  if (sysv_buckets_.empty()) return false;
  std::uint32_t index = sysv_buckets_[sysv_hash(need.name) % sysv_buckets_.size()];
  for (std::uint32_t steps = 0; index != 0 && index < sysv_chains_.size() && steps < count_; ++steps) {
    if (fits(index, need)) return true;
    index = sysv_chains_[index];
  }
  return false;
}

}  // namespace accelloader::binary
