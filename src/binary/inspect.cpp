#include "binary/inspect.hpp"

#include <utility>

#include "binary/judge_closure.hpp"
#include "binary/judge_file.hpp"
#include "binary/judge_symbols.hpp"

namespace accelloader::binary {
namespace {

class LibraryInspection {
 public:
  LibraryInspection(const Descriptor& descriptor, const std::string& path) : descriptor_(descriptor), path_(path) {}

  std::vector<Finding> run(const ProcessView& process, Depth depth) {
    auto opened = open_library_file(path_);
    if (auto* fault = std::get_if<Error>(&opened)) {
      add(finding(std::move(*fault)));
      return std::move(findings_);
    }
    const Closure closure = find_closure(std::move(std::get<LibraryFile>(opened)), process);
    const bool libtorch_may_come = descriptor_.kind == Kind::torch && !process.loads_now;
    add(judge_missing(closure, libtorch_may_come));
    add(judge_versions(closure));
    add(judge_entry(closure, descriptor_));
    if (depth == Depth::symbols) add(judge_symbols(closure, libtorch_may_come, process));
    add(judge_settings(closure));
    return std::move(findings_);
  }

 private:
  void add(Finding found) {
    const auto help = descriptor_.help.find("library");
    if (found.error.help().empty() && help != descriptor_.help.end()) found.error.help(help->second);
    if (!found.error.location()) found.error.at(descriptor_.locate(descriptor_.library_span, "resolved to " + path_));
    findings_.push_back(std::move(found));
  }

  void add(std::vector<Finding> found) {
    for (Finding& one : found) add(std::move(one));
  }

  const Descriptor& descriptor_;
  const std::string& path_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> inspect_library(const Descriptor& descriptor, const std::string& path, const ProcessView& process,
                                     Depth depth) {
  return LibraryInspection(descriptor, path).run(process, depth);
}

}  // namespace accelloader::binary
