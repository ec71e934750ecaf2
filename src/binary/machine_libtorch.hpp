// A libtorch of the machine, to judge a plugin by that is looked at without the program that will bring one.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include <accelloader/machine_report.hpp>

#include "binary/closure.hpp"
#include "binary/symbol_table.hpp"

namespace accelloader::binary {

class MachineLibtorch {
 public:
  /// The first one that has all of `needed`, libraries of libtorch by their names; empty if there is none.
  static std::optional<MachineLibtorch> find(const std::vector<MissingLibrary>& needed, const ProcessView& process);

  const LibtorchReport& report() const noexcept { return report_; }
  /// Whether it, or what it needs itself, defines the symbol.
  bool defines(const SymbolNeed& need) const;

 private:
  explicit MachineLibtorch(LibtorchReport report) : report_(std::move(report)) {}
  bool add(const std::string& path, const ProcessView& process);

  LibtorchReport report_;
  std::deque<Closure> closures_;
  std::deque<SymbolTable> tables_;
};

}  // namespace accelloader::binary
