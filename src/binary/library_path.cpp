#include "binary/library_path.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "binary/ld_cache.hpp"
#include "binary/search_folders.hpp"
#include "diagnostics/text.hpp"
#include "platform/file.hpp"

namespace accelloader::binary {
namespace {

// For people: "/opt/npu/lib/libnpu.so", and not ".../plugins/../../lib/libnpu.so".
std::string normal(const std::string& path) { return std::filesystem::path(path).lexically_normal().string(); }

class LibraryFinder {
 public:
  LibraryFinder(const Descriptor& descriptor, const LibraryContext& context)
      : descriptor_(descriptor), context_(context) {}

  Result<LibraryPlace> find() {
    const std::string& library = descriptor_.library;
    if (library.find('/') != std::string::npos) {
      if (library.front() == '/')
        look_at(library, "the path in the manifest");
      else
        look_beside(library, "from the manifest's folder");
    } else {
      find_bare();
    }
    if (found_) return std::move(*found_);
    if (fault_) return std::move(*fault_);
    return not_found();
  }

 private:
  bool done() const { return found_ || fault_; }

  void find_bare() {
    look_beside(descriptor_.library, "beside the manifest");
    int entry = 0;
    for (const std::string& folder : descriptor_.library_dirs) {
      const std::string rule = "library_dirs, entry " + std::to_string(++entry);
      if (folder.front() == '/')
        look_in(folder, rule);
      else  // never in the current folder, which is anybody's
        look_beside(folder + "/" + descriptor_.library, rule);
    }
    look_in_linker_folders();
  }

  /// In the order of ld.so(8). The program's own RPATH is left out: it is not the plugin's.
  void look_in_linker_folders() {
    std::string list;  // it is this process's, and says nothing of an image
    if (context_.root == "/") list = context_.environment("LD_LIBRARY_PATH").value_or("");
    for (const std::string_view folder : diagnostics::parts_of(list, ":;"))
      look_in(std::string(folder), "LD_LIBRARY_PATH");
    if (done()) return;
    if (const std::string cached = find_in_ld_cache(context_.root, descriptor_.library); !cached.empty())
      look_at(cached, "ld.so.cache");
    else
      looked_.emplace_back("ld.so.cache");
    for (const std::string& folder : default_folders()) look_in(folder, "the linker's own folders");
  }

  void look_in(const std::string& folder, std::string rule) {
    look_at(folder + "/" + descriptor_.library, std::move(rule));
  }

  /// The manifest's real folder is a path of this machine. Below a root it is looked at from there again, so that a
  /// link in an image leads to where it does in the image.
  void look_beside(const std::string& relative, std::string rule) {
    const std::string& folder = descriptor_.folder;
    if (context_.root != "/")
      for (const std::string& root : {context_.root, platform::real_path(context_.root)})
        if (folder.starts_with(root + "/")) return look_at(folder.substr(root.size()) + "/" + relative, rule);
    look_below(normal(folder + "/" + relative), std::move(rule));
  }

  /// A path of the machine that is judged.
  void look_at(const std::string& path, std::string rule) {
    if (!done()) look_below(platform::below_root(context_.root, path), std::move(rule));
  }

  /// A path of this machine.
  void look_below(const std::string& path, std::string rule) {
    if (done()) return;
    int error = 0;
    const auto state = platform::file_state(path, &error);
    if (!state) {
      std::string place = "`" + path + "` (" + rule + "): " + platform::error_text(error);
      if (const std::string target = platform::link_target(path); !target.empty())
        place += ", though there is a link to `" + target + "`";
      looked_.push_back(std::move(place));
      return;
    }
    if (!state->regular())
      return fail(ErrorCode::library_not_regular, "`" + path + "` is " + state->type() + ", and not a library");
    if (state->size == 0) return fail(ErrorCode::library_empty, "`" + path + "` is empty");
    found_ = LibraryPlace{path, std::move(rule)};
  }

  std::string help() const {
    const auto found = descriptor_.help.find("library");
    return found == descriptor_.help.end() ? std::string() : found->second;
  }

  void fail(ErrorCode code, std::string message) {
    fault_ = Error(code, std::move(message)).at(descriptor_.locate(descriptor_.library_span)).help(help());
  }

  Error not_found() const {
    Error error = Error(ErrorCode::library_not_found, "the library `" + descriptor_.library + "` was not found")
                      .at(descriptor_.locate(descriptor_.library_span))
                      .help(help());
    for (const std::string& place : looked_) error.note("looked at " + place);
    return error;
  }

  const Descriptor& descriptor_;
  const LibraryContext& context_;
  std::optional<LibraryPlace> found_;
  std::optional<Error> fault_;
  std::vector<std::string> looked_;
};

}  // namespace

Result<LibraryPlace> find_library(const Descriptor& descriptor, const LibraryContext& context) {
  return LibraryFinder(descriptor, context).find();
}

}  // namespace accelloader::binary
