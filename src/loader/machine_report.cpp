#include "loader/machine_report.hpp"

#include <gnu/libc-version.h>
#include <string_view>
#include <sys/utsname.h>
#include <variant>

#include "binary/find_libtorch.hpp"
#include "hardware/container.hpp"
#include "loader/install_prefix.hpp"
#include "loader/variables.hpp"
#include "platform/environment.hpp"
#include "platform/file.hpp"

namespace accelloader::loader {
namespace {

/// PRETTY_NAME of os-release(5).
std::string system_name(const std::string& root) {
  constexpr std::size_t most_bytes = 65536;
  constexpr std::string_view key = "\nPRETTY_NAME=";
  for (const char* path : {"/etc/os-release", "/usr/lib/os-release"}) {
    const auto read = platform::read_file(platform::below_root(root, path), most_bytes);
    const auto* content = std::get_if<platform::FileContent>(&read);
    if (!content) continue;
    const std::string text = "\n" + content->text + "\n";
    const auto at = text.find(key);
    if (at == std::string::npos) continue;
    std::string name = text.substr(at + key.size(), text.find('\n', at + 1) - at - key.size());
    std::erase(name, '"');
    return name;
  }
  return {};
}

}  // namespace

MachineReport report_machine(const Context& context, const Catalog& catalog) {
  MachineReport report;
  report.system = system_name(context.root);
  if (context.this_machine()) {
    utsname system = {};
    uname(&system);
    report.kernel = std::string(system.sysname) + " " + system.release;
    report.architecture = system.machine;
    report.c_library = std::string("glibc ") + gnu_get_libc_version();
  }
  report.container = hardware::container_kind(context.root);
  report.search_path = catalog.searched;
  report.variables = report_variables(
      context, context.own_environment ? platform::environment_variable_names() : std::vector<std::string>());
  report.libtorch = binary::find_libtorch(context.root, context.trusted);
  report.border = border_library();
  return report;
}

}  // namespace accelloader::loader
