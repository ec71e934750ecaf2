#include "binary/package_advice.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "binary/closure.hpp"
#include "platform/debian_packages.hpp"
#include "platform/file.hpp"

namespace accelloader::binary {
namespace {

using platform::PackageFile;

class Adviser {
 public:
  Adviser(std::vector<std::string> names, const std::string& root) : open_(std::move(names)), root_(root) {}

  void judge_installed() {
    for (const PackageFile& file : platform::files_of_installed_packages(root_, open_)) {
      const bool is_there = platform::file_state(platform::below_root(root_, file.path)).has_value();
      advice_.notes.push_back("the installed package `" + file.package + "` has `" + file.path +
                              (is_there ? "`, which is not searched" : "`, and it is gone"));
      const std::string folder = file.path.substr(0, file.path.rfind('/'));
      advise(is_there ? "add `" + folder + "` to LD_LIBRARY_PATH, or to /etc/ld.so.conf.d and run `ldconfig`"
                      : "install it again: `apt-get install --reinstall " + file.package + "`");
      std::erase(open_, file_name(file.path));
    }
  }

  void judge_available() {
    std::set<std::string> packages;
    std::set<std::string> choices;  // names that several packages have
    for (const std::string& name : open_) {
      const std::set<std::string> having = packages_with(name);
      for (const std::string& package : having)
        advice_.notes.push_back("the package `" + package + "` has `" + name + "`, and is not installed");
      if (having.size() == 1) packages.insert(*having.begin());
      if (having.size() > 1) choices.insert(name);
    }
    std::string command;
    for (const std::string& package : packages) command += " " + package;
    if (!command.empty()) advise("`apt-get install" + command + "`");
    if (command.empty() && !choices.empty()) advise("install one of the packages");
  }

  void ask_apt_file() {
    if (!open_.empty()) available_ = platform::files_of_available_packages(open_);
  }

  PackageAdvice take() { return std::move(advice_); }

 private:
  std::set<std::string> packages_with(const std::string& name) const {
    std::set<std::string> packages;
    for (const PackageFile& file : available_)
      if (file_name(file.path) == name) packages.insert(file.package);
    return packages;
  }

  void advise(const std::string& help) { advice_.help += (advice_.help.empty() ? "" : "; ") + help; }

  std::vector<std::string> open_;  // names that no installed package has
  const std::string& root_;
  std::vector<PackageFile> available_;
  PackageAdvice advice_;
};

}  // namespace

PackageAdvice advise_on_packages(const std::vector<std::string>& names, const std::string& root) {
  Adviser adviser(names, root);
  adviser.judge_installed();
  if (root == "/") {
    adviser.ask_apt_file();
    adviser.judge_available();
  }
  return adviser.take();
}

}  // namespace accelloader::binary
