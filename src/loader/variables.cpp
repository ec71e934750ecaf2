#include "loader/variables.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "diagnostics/spelling.hpp"

namespace accelloader::loader {
namespace {

constexpr std::string_view prefix = "ACCELLOADER_", replacing = "ACCELLOADER_PLUGIN_PATH";

struct Variable {
  std::string_view name;
  std::string_view effect;
  /// Names a folder for manifests, and so does nothing where ACCELLOADER_PLUGIN_PATH does it.
  bool of_search_path = false;
  /// Its value is one absolute path, as the XDG base directory specification asks for.
  bool absolute = false;
  /// About this machine's libraries, and not about a tree that is judged.
  bool of_this_machine = false;
};

constexpr std::array<Variable, 10> known = {{
    {.name = replacing, .effect = "is the search path"},
    {.name = "ACCELLOADER_EXTRA_PLUGIN_PATH", .effect = "comes first in the search path", .of_search_path = true},
    {.name = "ACCELLOADER_BACKENDS", .effect = "selects back ends"},
    {.name = "ACCELLOADER_LOG", .effect = "sets what is logged to standard error"},
    {.name = "XDG_CONFIG_HOME", .effect = "has the user's manifests", .of_search_path = true, .absolute = true},
    {.name = "XDG_DATA_HOME", .effect = "has the user's manifests", .of_search_path = true, .absolute = true},
    {.name = "XDG_DATA_DIRS", .effect = "has the machine's manifests", .of_search_path = true},
    {.name = "HOME",
     .effect = "has the user's manifests, where no XDG variable says otherwise",
     .of_search_path = true},
    {.name = "LD_LIBRARY_PATH", .effect = "is where libraries are looked for", .of_this_machine = true},
    {.name = "GLIBC_TUNABLES", .effect = "sets the room for static thread-local storage", .of_this_machine = true},
}};

std::string why_ignored(const Variable& variable, const std::string& value, const Context& context) {
  if (context.privileged) return "this process has more rights than who started it";
  if (value.empty()) return "it is empty";
  if (variable.of_search_path && !context.variables(replacing).value_or("").empty())
    return std::string(replacing) + " is the whole search path";
  if (variable.absolute && value.front() != '/') return "it is no absolute path";
  if (variable.of_this_machine && !context.this_machine()) return "another machine is judged";
  return {};
}

VariableReport misspelled(const std::string& name, const Context& context) {
  std::vector<std::string_view> names;  // what they have in common would make all of them near
  for (const Variable& variable : known)
    if (variable.name.starts_with(prefix)) names.push_back(variable.name.substr(prefix.size()));
  const auto meant = diagnostics::nearest(std::string_view(name).substr(prefix.size()), names);
  return {.name = name,
          .value = context.variables(name).value_or(""),
          .honoured = false,
          .effect = meant.empty()
                        ? "there is no such variable"
                        : "there is no such variable; did you mean " + std::string(prefix) + std::string(meant) + "?"};
}

}  // namespace

std::vector<VariableReport> report_variables(const Context& context, const std::vector<std::string>& names) {
  std::vector<VariableReport> reports;
  for (const Variable& variable : known) {
    const auto value = context.variables(variable.name);
    if (!value) continue;
    const std::string why = why_ignored(variable, *value, context);
    reports.push_back({.name = std::string(variable.name),
                       .value = *value,
                       .honoured = why.empty(),
                       .effect = why.empty() ? std::string(variable.effect) : why});
  }
  for (const std::string& name : names)
    if (name.starts_with(prefix) && std::ranges::find(known, name, &Variable::name) == known.end())
      reports.push_back(misspelled(name, context));
  return reports;
}

}  // namespace accelloader::loader
