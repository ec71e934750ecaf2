#include "probe/address_map.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <variant>

#include "binary/library_file.hpp"
#include "binary/symbol_owner.hpp"
#include "binary/symbol_table.hpp"
#include "platform/file.hpp"

namespace accelloader::probe {
namespace {

constexpr std::size_t most_bytes = 16UL << 20;

/// The address that the file gives to what lies at `offset` in it.
std::uint64_t address_in(const binary::LibraryFile& library, std::uint64_t offset) {
  for (const Elf64_Phdr& segment : library.elf.segments())
    if (segment.p_type == PT_LOAD && offset >= segment.p_offset && offset - segment.p_offset < segment.p_filesz)
      return segment.p_vaddr + (offset - segment.p_offset);
  return offset;
}

}  // namespace

AddressMap AddressMap::of(pid_t process) {
  AddressMap map;
  const auto read = platform::read_file("/proc/" + std::to_string(process) + "/maps", most_bytes);
  const auto* content = std::get_if<platform::FileContent>(&read);
  if (!content) return map;
  std::istringstream lines(content->text);
  // 7f5e-7f60 r-xp 00001000 fe:00 5432457   /path
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Range range{};
    char dash = 0;
    std::string rights, device, inode;
    words >> std::hex >> range.begin >> dash >> range.end >> rights >> range.offset >> device >> inode >> std::ws;
    if (std::getline(words, range.path) && range.path.starts_with('/')) map.ranges_.push_back(std::move(range));
  }
  return map;
}

loader::ProbeReport::Frame AddressMap::locate(std::uintptr_t address) const {
  const auto found =
      std::ranges::find_if(ranges_, [&](const Range& range) { return address >= range.begin && address < range.end; });
  if (found == ranges_.end()) return {};
  loader::ProbeReport::Frame frame{
      .object = found->path, .offset = address - found->begin + found->offset, .function = {}};
  auto opened = binary::open_library_file(found->path);
  if (const auto* library = std::get_if<binary::LibraryFile>(&opened)) {
    frame.offset = address_in(*library, frame.offset);
    const std::string function = binary::SymbolTable(*library).function_at(frame.offset);
    if (!function.empty()) frame.function = binary::demangled(function);
  }
  return frame;
}

}  // namespace accelloader::probe
