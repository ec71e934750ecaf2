#include "hardware/requirements.hpp"

#include <algorithm>
#include <cctype>
#include <gnu/libc-version.h>
#include <span>
#include <sys/utsname.h>

#include "diagnostics/spelling.hpp"

namespace accelloader::hardware {
namespace {

std::string lowercase(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

class SystemJudge {
 public:
  explicit SystemJudge(const Descriptor& descriptor) : descriptor_(descriptor) {}

  std::vector<Finding> judge() {
    utsname system = {};
    uname(&system);
    compare(descriptor_.requires_.os, lowercase(system.sysname), ErrorCode::machine_wrong_os);
    compare(descriptor_.requires_.arch, system.machine, ErrorCode::machine_wrong_arch);
    compare_c_library();
    return std::move(findings_);
  }

 private:
  void compare(const NameRequirement& wanted, const std::string& have, ErrorCode code) {
    if (wanted.names.empty() || std::ranges::find(wanted.names, have) != wanted.names.end()) return;
    const std::vector<std::string_view> names(wanted.names.begin(), wanted.names.end());
    findings_.push_back(finding(
        Error(code, "the plugin is made for " + diagnostics::listed(names) + ", and this machine is `" + have + "`")
            .at(descriptor_.locate(wanted.span))));
  }

  void compare_c_library() {
    const VersionRequirement& wanted = descriptor_.requires_.glibc;
    const std::string have = gnu_get_libc_version();
    if (wanted.range.contains(Version::parse(have))) return;
    findings_.push_back(finding(Error(ErrorCode::c_library_too_old, "the plugin needs glibc " + wanted.range.text() +
                                                                        ", and this machine has " + have)
                                    .at(descriptor_.locate(wanted.span))));
  }

  const Descriptor& descriptor_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> judge_system(const Descriptor& descriptor, const Machine& machine) {
  return machine.root() == "/" ? SystemJudge(descriptor).judge() : std::vector<Finding>();
}

std::vector<Finding> judge_kernel_modules(const Descriptor& descriptor, const Machine& machine) {
  std::vector<Finding> findings;
  const NameRequirement& wanted = descriptor.requires_.kernel_modules;
  for (const std::string& name : wanted.names) {
    if (machine.kernel_module_loaded(name)) continue;
    findings.push_back(finding(Error(ErrorCode::kernel_module_missing, "the kernel module `" + name + "` is not loaded")
                                   .at(descriptor.locate(wanted.span))
                                   .help("load it: `modprobe " + name + "`")));
  }
  return findings;
}

std::vector<Finding> judge_environment(const Descriptor& descriptor, const Environment& environment) {
  std::vector<Finding> findings;
  const NameRequirement& wanted = descriptor.requires_.environment;
  const auto help = descriptor.help.find("blocked");
  for (const std::string& name : wanted.names) {
    if (!environment(name).value_or("").empty()) continue;
    findings.push_back(finding(Error(ErrorCode::environment_variable_missing,
                                     "the plugin needs the variable `" + name + "`, and it is not set")
                                   .at(descriptor.locate(wanted.span))
                                   .help(help == descriptor.help.end() ? std::string() : help->second)));
  }
  return findings;
}

}  // namespace accelloader::hardware
