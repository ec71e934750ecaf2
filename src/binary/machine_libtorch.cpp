#include "binary/machine_libtorch.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "binary/find_libtorch.hpp"
#include "binary/libtorch_library.hpp"
#include "platform/file.hpp"

namespace accelloader::binary {

std::optional<MachineLibtorch> MachineLibtorch::find(const std::vector<MissingLibrary>& needed,
                                                     const ProcessView& process) {
  if (!process.environment) return std::nullopt;
  for (LibtorchReport& report : find_libtorch(process.root, *process.environment)) {
    const std::string c10 = report.library;
    const std::string folder = c10.substr(0, c10.rfind('/') + 1);
    MachineLibtorch libtorch(std::move(report));
    bool whole = libtorch.add(libtorch_sibling(c10, "libtorch_cpu.so"), process);
    for (const MissingLibrary& missing : needed) whole = whole && libtorch.add(folder + missing.name, process);
    if (whole) return libtorch;
  }
  return std::nullopt;
}

bool MachineLibtorch::add(const std::string& path, const ProcessView& process) {
  auto opened = open_library_file(platform::below_root(process.root, path));
  auto* library = std::get_if<LibraryFile>(&opened);
  if (!library) return false;
  closures_.push_back(find_closure(std::move(*library), process));
  for (const ClosureMember& member : closures_.back().members) tables_.emplace_back(member.file);
  return true;
}

bool MachineLibtorch::defines(const SymbolNeed& need) const {
  return std::ranges::any_of(tables_, [&](const SymbolTable& table) { return table.defines(need); });
}

}  // namespace accelloader::binary
