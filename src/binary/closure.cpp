#include "binary/closure.hpp"

#include <algorithm>
#include <utility>

#include "binary/ld_cache.hpp"
#include "binary/search_folders.hpp"
#include "platform/file.hpp"
#include "platform/loaded_objects.hpp"

namespace accelloader::binary {
namespace {

using platform::LoadedObject;

constexpr std::size_t most_members = 1000;

class ClosureFinder {
 public:
  ClosureFinder(LibraryFile plugin, const ProcessView& process) : process_(process) {
    if (process.root == "/") loaded_ = platform::loaded_objects();
    std::string name = file_name(plugin.path);
    closure_.members.push_back({std::move(name), std::move(plugin)});
  }

  Closure find() {
    for (const std::string& name : process_.preload) need(name, 0);
    for (std::size_t i = 0; i < closure_.members.size() && i < most_members; ++i)
      for (const std::string& name : closure_.members[i].file.dynamic.needed)
        need(expand_tokens(name, inside(closure_.members[i].file.path)), i);
    return std::move(closure_);
  }

 private:
  void need(const std::string& name, std::size_t by) {
    if (closure_.find(name) || already_missing(name)) return;
    if (const LoadedObject* object = loaded(name)) {
      auto opened = open_library_file(object->path);
      if (auto* file = std::get_if<LibraryFile>(&opened))
        closure_.members.push_back({name, std::move(*file), by, true});
      return;  // what is loaded is good enough for the dynamic linker
    }
    MissingLibrary missing{.name = name, .needed_by = chain(by)};
    if (auto file = search(name, by, missing)) {
      // The same file by another name is the same library.
      const auto same = [&](const ClosureMember& member) {
        return member.file.elf.file().state().identity == file->elf.file().state().identity;
      };
      if (std::ranges::none_of(closure_.members, same))
        closure_.members.push_back({name, std::move(*file), by});
      else
        aliases_.push_back(name);
      return;
    }
    closure_.missing.push_back(std::move(missing));
  }

  bool already_missing(const std::string& name) const {
    return std::ranges::find(closure_.missing, name, &MissingLibrary::name) != closure_.missing.end() ||
           std::ranges::find(aliases_, name) != aliases_.end();
  }

  const LoadedObject* loaded(const std::string& name) const {
    const auto found = std::ranges::find_if(loaded_, [&](const LoadedObject& object) {
      if (object.path.empty()) return false;
      return object.soname.empty() ? file_name(object.path) == name : object.soname == name;
    });
    return found == loaded_.end() ? nullptr : &*found;
  }

  std::vector<std::string> chain(std::size_t by) const {
    std::vector<std::string> names;
    for (;; by = closure_.members[by].needed_by) {
      names.push_back(file_name(closure_.members[by].file.path));
      if (by == 0) return names;
    }
  }

  /// In the order of the dynamic linker: RPATHs up the chain unless there is a RUNPATH, LD_LIBRARY_PATH, RUNPATH, the
  /// cache, its own folders.
  std::optional<LibraryFile> search(const std::string& name, std::size_t by, MissingLibrary& missing) {
    if (name.find('/') != std::string::npos) return try_file(name, "as written", missing);
    const ClosureMember& asking = closure_.members[by];
    std::optional<LibraryFile> found;
    const auto in = [&](const std::vector<std::string>& folders, const std::string& rule) {
      for (const std::string& folder : folders) {
        if (found || missing.fault) return;
        found = try_file((folder.empty() ? "." : folder) + "/" + name, rule, missing);
      }
    };
    if (!asking.file.dynamic.has_runpath) {
      for (std::size_t i = by;; i = closure_.members[i].needed_by) {
        const LibraryFile& file = closure_.members[i].file;
        if (!file.dynamic.has_runpath && !file.dynamic.rpath.empty())
          in(expand_search_path(file.dynamic.rpath, inside(file.path)), "RPATH of " + file_name(file.path));
        if (i == 0) break;
      }
    }
    in(library_path(), "LD_LIBRARY_PATH");
    if (asking.file.dynamic.has_runpath)
      in(expand_search_path(asking.file.dynamic.runpath, inside(asking.file.path)),
         "RUNPATH of " + file_name(asking.file.path));
    if (!found && !missing.fault) found = try_cache(name, missing);
    if (!asking.file.dynamic.no_default_folders) in(default_folders(), "the linker's own folders");
    return found;
  }

  /// The path that a file of the judged machine has there.
  std::string inside(const std::string& path) const {
    return process_.root != "/" && path.starts_with(process_.root + "/") ? path.substr(process_.root.size()) : path;
  }

  std::vector<std::string> library_path() const {
    if (!process_.environment || process_.root != "/") return {};
    std::string list = (*process_.environment)("LD_LIBRARY_PATH").value_or("");
    std::ranges::replace(list, ';', ':');
    return list.empty() ? std::vector<std::string>() : expand_search_path(list, "/");
  }

  std::optional<LibraryFile> try_cache(const std::string& name, MissingLibrary& missing) {
    const std::string cached = find_in_ld_cache(process_.root, name);
    if (!cached.empty()) return try_file(cached, "ld.so.cache", missing);
    missing.looked_in.emplace_back("ld.so.cache");
    return std::nullopt;
  }

  /// As the dynamic linker: a file of another machine is passed over, any other file that is no library ends the
  /// search.
  std::optional<LibraryFile> try_file(const std::string& path, const std::string& rule, MissingLibrary& missing) {
    const std::string real = platform::below_root(process_.root, path);
    if (!platform::file_state(real)) {
      looked(missing, path, rule);
      return std::nullopt;
    }
    auto opened = open_library_file(real);
    if (auto* file = std::get_if<LibraryFile>(&opened)) return std::move(*file);
    auto& fault = std::get<Error>(opened);
    if (fault.code() == ErrorCode::library_wrong_machine) {
      missing.looked_in.push_back("passed over: " + std::string(fault.message()));
      return std::nullopt;
    }
    missing.fault = std::move(fault);
    return std::nullopt;
  }

  static void looked(MissingLibrary& missing, const std::string& path, const std::string& rule) {
    const std::string folder = path.substr(0, path.rfind('/'));
    missing.looked_in.push_back(
        rule == "the linker's own folders" || rule == "as written" ? folder : folder + " (" + rule + ")");
  }

  const ProcessView& process_;
  std::vector<LoadedObject> loaded_;
  std::vector<std::string> aliases_;
  Closure closure_;
};

}  // namespace

const ClosureMember* Closure::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      members, [&](const ClosureMember& member) { return member.name == name || member.file.dynamic.soname == name; });
  return found == members.end() ? nullptr : &*found;
}

Closure find_closure(LibraryFile plugin, const ProcessView& process) {
  return ClosureFinder(std::move(plugin), process).find();
}

std::string told_chain(const std::vector<std::string>& needed_by) {
  std::string told;
  for (std::size_t i = 0; i < needed_by.size(); ++i)
    told += (i == 0 ? "" : ", which ") + needed_by[i] + (i == 0 ? "" : " needs");
  return told;
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace accelloader::binary
