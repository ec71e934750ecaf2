#include "binary/find_libtorch.hpp"

#include <set>
#include <string>
#include <string_view>

#include "binary/closure.hpp"
#include "binary/ld_cache.hpp"
#include "binary/libtorch_library.hpp"
#include "binary/search_folders.hpp"
#include "diagnostics/text.hpp"
#include "platform/file.hpp"
#include "platform/loaded_objects.hpp"

namespace accelloader::binary {
namespace {

/// "libc10.so", and "libc10.so.2.6" of a distribution.
bool is_c10(std::string_view name) { return name == "libc10.so" || name.starts_with("libc10.so."); }

class LibtorchFinder {
 public:
  LibtorchFinder(const std::string& root, const Environment& environment) : root_(root), environment_(environment) {}

  std::vector<LibtorchReport> find() {
    if (root_ == "/") look_in_process();
    const std::string libraries = variable("LD_LIBRARY_PATH");
    for (const std::string_view folder : diagnostics::parts_of(libraries, ":;"))
      if (folder.front() == '/') look_in(std::string(folder), "LD_LIBRARY_PATH");
    if (const std::string cached = find_in_ld_cache(root_, "libc10.so"); !cached.empty()) add(cached, "ld.so.cache");
    for (const std::string& folder : default_folders()) look_in(folder, "the linker's own folders");
    std::string programs = variable("PATH");
    if (programs.empty()) programs = "/usr/local/bin:/usr/bin";
    for (const std::string_view folder : diagnostics::parts_of(programs))
      if (folder.front() == '/') look_in_python(std::string(folder));
    return std::move(found_);
  }

 private:
  /// Of this machine alone: it says nothing of another one.
  std::string variable(std::string_view name) const {
    return root_ == "/" ? environment_(name).value_or("") : std::string();
  }

  std::vector<std::string> names_in(const std::string& folder) const {
    return platform::list_folder(platform::below_root(root_, folder)).names;
  }

  void add(const std::string& path, const std::string& rule) {
    const std::string real = platform::real_path(platform::below_root(root_, path));
    if (real.empty() || !seen_.insert(real).second) return;
    const Version version = libtorch_version(real);
    found_.push_back({.library = path, .version = version.parts.empty() ? "" : version.text(), .rule = rule});
  }

  void look_in_process() {
    for (const platform::LoadedObject& object : platform::loaded_objects())
      if (is_c10(file_name(object.path))) add(object.path, "in this process");
  }

  void look_in(const std::string& folder, const std::string& rule) {
    for (const std::string& name : names_in(folder))
      if (is_c10(name)) add(folder + "/" + name, rule);
  }

  /// Where a Python with that prefix has its packages: PEP 370 and the `site` module of Python; Debian has
  /// dist-packages.
  void look_in_python(const std::string& folder) {
    if (!platform::file_state(platform::below_root(root_, folder + "/python3"))) return;
    const std::string prefix = folder.substr(0, folder.rfind('/'));
    for (const std::string& lib : {prefix + "/lib", prefix + "/local/lib"})
      for (const std::string& version : names_in(lib))
        if (version.starts_with("python3"))
          for (const std::string_view packages : {"/site-packages", "/dist-packages"})
            look_in((lib + "/").append(version).append(packages) + "/torch/lib", "the python3 of " + folder);
  }

  const std::string& root_;
  const Environment& environment_;
  std::set<std::string> seen_;
  std::vector<LibtorchReport> found_;
};

}  // namespace

std::vector<LibtorchReport> find_libtorch(const std::string& root, const Environment& environment) {
  return LibtorchFinder(root, environment).find();
}

}  // namespace accelloader::binary
