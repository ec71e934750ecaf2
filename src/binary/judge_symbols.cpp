#include "binary/judge_symbols.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binary/ld_cache.hpp"
#include "binary/libtorch_library.hpp"
#include "binary/machine_libtorch.hpp"
#include "binary/symbol_owner.hpp"
#include "binary/symbol_table.hpp"
#include "binary/symbol_versions.hpp"
#include "diagnostics/text.hpp"
#include "platform/shared_library.hpp"

namespace accelloader::binary {
namespace {

constexpr std::size_t most_told = 5;

// How demanglers write the two kinds of std::string of GCC's C++ library.
bool has_new_string(const std::string& symbol) {
  return symbol.find("std::__cxx11::basic_string") != std::string::npos;
}
bool has_old_string(const std::string& symbol) {
  return symbol.find("std::string") != std::string::npos || symbol.find("std::basic_string<") != std::string::npos;
}

class SymbolJudge {
 public:
  SymbolJudge(const Closure& closure, bool libtorch_may_come, const ProcessView& process)
      : closure_(closure), without_libtorch_(libtorch_may_come && !libtorch_of(closure)), process_(process) {
    for (const ClosureMember& member : closure.members) tables_.emplace_back(member.file);
    for (const MissingVersion& missing : missing_versions(closure)) missing_versions_.push_back(missing.version);
    if (without_libtorch_) machine_libtorch_ = MachineLibtorch::find(closure.missing, process);
  }

  std::vector<Finding> judge() {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < closure_.members.size(); ++i) {
      if (closure_.members[i].loaded) continue;
      Open open = open_symbols(i);
      if (!open.nowhere.empty()) findings.push_back(finding(told(closure_.members[i], open.nowhere)));
      if (!open.not_in_libtorch.empty())
        findings.push_back(warning(told_of_libtorch(closure_.members[i], open.not_in_libtorch)));
    }
    return findings;
  }

 private:
  /// Demangled, as people know them, with the version as nm(1) has it.
  struct Open {
    std::vector<std::string> nowhere;          ///< nothing defines them
    std::vector<std::string> not_in_libtorch;  ///< nor the machine's libtorch; the program may bring another one
  };

  bool defined(const SymbolNeed& need) const {
    if (std::ranges::any_of(tables_, [&](const SymbolTable& table) { return table.defines(need); })) return true;
    if (machine_libtorch_ && machine_libtorch_->defines(need)) return true;
    return process_.root == "/" && platform::global_symbol(need.name.c_str());
  }

  /// That is told of the version, once.
  bool is_of_missing_version(const SymbolNeed& need) const {
    return std::ranges::find(missing_versions_, need.version) != missing_versions_.end();
  }

  Open open_symbols(std::size_t member) const {
    Open open;
    for (const SymbolNeed& need : tables_[member].undefined()) {
      if (defined(need) || is_of_missing_version(need)) continue;
      const bool of_libtorch = without_libtorch_ && mentions_libtorch(need.name);
      if (of_libtorch && !machine_libtorch_) continue;  // nobody can tell
      std::string name = demangled(need.name);
      if (!need.version.empty()) name += "@" + need.version;
      (of_libtorch ? open.not_in_libtorch : open.nowhere).push_back(std::move(name));
    }
    return open;
  }

  /// What those symbols of libtorch have in common that are not there.
  void explain_libtorch(const std::vector<std::string>& open, Error& error) const {
    const auto first =
        std::ranges::find_if(open, [](const std::string& name) { return usual_owner(name).starts_with("libtorch"); });
    const auto libtorch = first == open.end() ? std::nullopt : libtorch_of(closure_);
    if (!libtorch) return;
    if (!libtorch->version.parts.empty()) {
      error.note("libtorch is " + libtorch->version.text() + ", " + libtorch->library->path);
      error.help("use a build of the plugin for libtorch " + libtorch->version.text());
    }
    const bool wants_new = std::ranges::any_of(open, [](const std::string& name) { return has_new_string(name); });
    const bool wants_old = std::ranges::any_of(open, [](const std::string& name) { return has_old_string(name); });
    if (wants_new == wants_old || libtorch->has_new_string_abi() == wants_new) return;
    error.note(wants_old ? "the plugin is compiled for the old std::string of GCC, libtorch for the new one"
                         : "the plugin is compiled for the new std::string of GCC, libtorch for the old one");
    error.help(wants_old ? "compile the plugin with -D_GLIBCXX_USE_CXX11_ABI=1, or use a build for this libtorch"
                         : "compile the plugin with -D_GLIBCXX_USE_CXX11_ABI=0, or use a build for this libtorch");
  }

  /// A plugin that Python loads finds libpython in the process; any other program has to bring it.
  void explain_python(const std::vector<std::string>& open, Error& error) const {
    const auto of_python = [](const std::string& name) { return usual_owner(name).starts_with("Python"); };
    if (!std::ranges::all_of(open, of_python)) return;
    for (int minor = 20; minor >= 6; --minor) {
      const std::string soname = "libpython3." + std::to_string(minor) + ".so.1.0";
      if (find_in_ld_cache(process_.root, soname).empty()) continue;
      error.help(R"(let the manifest bring Python along: `"load": {"preload": ")" + soname + R"("}`)");
      return;
    }
    error.help("use it from Python, or install a shared libpython3 and name it in `load.preload` of the manifest");
  }

  static Error headline(const ClosureMember& member, const std::vector<std::string>& open, const std::string& lacking) {
    const std::string file = "`" + file_name(member.file.path) + "`";
    return Error(ErrorCode::symbol_undefined,
                 open.size() == 1 ? file + " needs the symbol `" + open.front() + "`, which " + lacking
                                  : file + " needs " + std::to_string(open.size()) + " symbols that " + lacking);
  }

  Error told_of_libtorch(const ClosureMember& member, const std::vector<std::string>& open) const {
    const LibtorchReport& libtorch = machine_libtorch_->report();
    const std::string name = "libtorch" + (libtorch.version.empty() ? "" : " " + libtorch.version);
    Error error = headline(member, open, name + " does not have");
    add_names(open, error);
    return std::move(error.note("that libtorch is " + libtorch.library + " (" + libtorch.rule + ")")
                         .help("use a build of the plugin for " + name +
                               ", or use it in a program with the libtorch that it was built for"));
  }

  Error told(const ClosureMember& member, const std::vector<std::string>& open) const {
    Error error = headline(member, open, "nothing defines");
    add_names(open, error);
    explain_libtorch(open, error);
    explain_python(open, error);
    return error;
  }

  static void add_names(const std::vector<std::string>& open, Error& error) {
    for (std::size_t i = 0; i < std::min(open.size(), most_told); ++i) {
      const std::string_view owner = usual_owner(open[i]);
      if (open.size() > 1 || !owner.empty())
        error.note("`" + open[i] + "`" + (owner.empty() ? "" : " is usually in " + std::string(owner)));
    }
    if (open.size() > most_told) error.note("and " + std::to_string(open.size() - most_told) + " more");
  }

  const Closure& closure_;
  const bool without_libtorch_;
  const ProcessView& process_;
  std::deque<SymbolTable> tables_;
  std::vector<std::string> missing_versions_;
  std::optional<MachineLibtorch> machine_libtorch_;  ///< where the plugin has none
};

}  // namespace

std::vector<Finding> judge_symbols(const Closure& closure, bool libtorch_may_come, const ProcessView& process) {
  // What a missing library has nobody can tell; what libtorch has is known by its names.
  const auto will_come = [&](const MissingLibrary& missing) { return libtorch_may_come && is_libtorch(missing.name); };
  if (!std::ranges::all_of(closure.missing, will_come)) return {};
  return SymbolJudge(closure, libtorch_may_come, process).judge();
}

}  // namespace accelloader::binary
