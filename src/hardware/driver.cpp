#include "hardware/driver.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <sstream>
#include <sys/utsname.h>
#include <variant>

#include "platform/file.hpp"

namespace accelloader::hardware {
namespace {

constexpr std::size_t most_bytes = 16UL << 20;  // modules.alias of a distribution's kernel has 1.5 MiB

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string content_of(const std::string& path) {
  auto read = platform::read_file(path, most_bytes);
  auto* content = std::get_if<platform::FileContent>(&read);
  return content ? std::move(content->text) : std::string();
}

/// Calls `use` with each line and the words it has.
template <typename Use>
void for_each_line(const std::string& text, Use use) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> parts;
    for (std::string word; words >> word;) parts.push_back(std::move(word));
    use(parts);
  }
}

/// "alias pci:v00001AE0d0000005Esv*sd*bc*sc*i* gasket"
std::vector<std::string> modules_for(const std::string& folder, const std::string& alias) {
  std::vector<std::string> modules;
  for_each_line(content_of(folder + "/modules.alias"), [&](const std::vector<std::string>& words) {
    if (words.size() != 3 || words[0] != "alias" || fnmatch(words[1].c_str(), alias.c_str(), 0) != 0) return;
    const std::string module = module_name(words[2]);
    if (std::ranges::find(modules, module) == modules.end()) modules.push_back(module);
  });
  return modules;
}

/// The file that says `blacklist MODULE`; empty if there is none.
std::string blacklist_of(const std::string& root, const std::string& module) {
  for (const char* folder : {"/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"}) {
    const std::string real = platform::below_root(root, folder);
    for (const std::string& name : platform::list_folder(real).names) {
      bool listed = false;
      if (name.ends_with(".conf"))
        for_each_line(content_of(real + "/" + name), [&](const std::vector<std::string>& words) {
          listed = listed || (words.size() == 2 && words[0] == "blacklist" && module_name(words[1]) == module);
        });
      if (listed) return std::string(folder) + "/" + name;
    }
  }
  return {};
}

std::string module_note(const std::string& root, const std::string& module) {
  std::string note = "no driver is bound to it; the kernel module `" + module + "` claims it";
  if (platform::file_state(platform::below_root(root, "/sys/module/" + module))) return note + ", and is loaded";
  if (const std::string file = blacklist_of(root, module); !file.empty())
    return note + ", and `" + file + "` keeps it from being loaded";
  return note + ", and is not loaded";
}

}  // namespace

std::string module_name(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string kernel_release(const std::string& root) {
  if (root == "/") {
    utsname system = {};
    return uname(&system) == 0 ? system.release : std::string();
  }
  const auto releases = platform::list_folder(platform::below_root(root, "/lib/modules")).names;
  return releases.size() == 1 ? releases.front() : std::string();
}

bool built_into_kernel(const std::string& root, const std::string& module) {
  const std::string release = kernel_release(root);
  bool found = false;
  if (release.empty()) return found;
  const std::string text = content_of(platform::below_root(root, "/lib/modules/" + release + "/modules.builtin"));
  for_each_line(text, [&](const std::vector<std::string>& words) {  // "kernel/drivers/vfio/pci/vfio-pci.ko"
    if (words.empty()) return;
    const std::string file = last_part(words[0]);
    found = found || module_name(file.substr(0, file.find(".ko"))) == module_name(module);
  });
  return found;
}

std::vector<std::string> driver_notes(const std::string& root, const PciFunction& function) {
  if (const std::string driver = last_part(platform::link_target(function.folder + "/driver")); !driver.empty())
    return {"the driver `" + driver + "` is bound to it"};
  const std::string alias = platform::read_line(function.folder + "/modalias"), release = kernel_release(root);
  if (alias.empty() || release.empty()) return {"no driver is bound to it"};
  const std::string folder = platform::below_root(root, "/lib/modules/" + release);
  if (!platform::file_state(folder + "/modules.alias"))
    return {"no driver is bound to it, and there are no modules of the kernel " + release + " to look for one"};
  std::vector<std::string> notes;
  for (const std::string& module : modules_for(folder, alias)) notes.push_back(module_note(root, module));
  if (notes.empty()) notes.push_back("no driver is bound to it, and no module of the kernel " + release + " claims it");
  return notes;
}

}  // namespace accelloader::hardware
