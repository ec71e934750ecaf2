#include "loader/load_plugin.hpp"

#include <unistd.h>

#include "binary/inspect.hpp"
#include "loader/pinned_library.hpp"
#include "platform/environment.hpp"
#include "platform/log.hpp"
#include "plugin/kind_driver.hpp"

namespace accelloader::loader {
namespace {

using platform::Scope;
using platform::SharedLibrary;

class PluginLoad {
 public:
  PluginLoad(const Descriptor& descriptor, const std::string& library, const plugin::Progress& enter)
      : descriptor_(descriptor), library_(library), enter_(enter) {}

  Result<std::shared_ptr<const Plugin::Content>> run(platform::FileIdentity identity) {
    const plugin::KindDriver* driver = plugin::driver_for(descriptor_.kind);
    if (!driver) return no_driver();
    auto pinned = PinnedLibrary::open(descriptor_, library_);
    if (!pinned) return std::move(pinned).error();
    auto attempt = driver->begin(descriptor_);
    if (!attempt) return std::move(attempt).error();

    // dlopen would end the process over some files, and tell something else of others.
    if (auto faults = errors(binary::Depth::files); !faults.empty()) return std::move(faults.front());

    enter_(Stage::open);
    const platform::ScopedEnvironment environment(descriptor_.environment);
    if (auto error = preload()) return std::move(*error);
    platform::log().debug("{}: opening {}", descriptor_.name, library_);
    if (pinned.value().is_copy()) open_needed();
    auto opened = SharedLibrary::open(pinned.value().path(), descriptor_.load.global ? Scope::global : Scope::local);
    if (const auto* text = std::get_if<std::string>(&opened)) return cannot_open(*text);
    const auto& library = std::get<SharedLibrary>(opened);
    const bool is_copy = pinned.value().is_copy();
    std::move(pinned).value().keep_for_ever();
    auto version = attempt.value()->finish(library, enter_);
    if (!version) return std::move(version).error();

    auto content = std::make_shared<const Plugin::Content>(
        Plugin::Content{.name = descriptor_.name,
                        .library = is_copy ? library_ : library.path(),
                        .version = std::move(version).value(),
                        .handle = library,
                        .fork_safe = descriptor_.load.fork_safe.value_or(descriptor_.kind == Kind::library),
                        .process = getpid()});
    remember_plugin(identity, content);
    platform::log().info("{}: loaded {}", descriptor_.name, content->library);
    return content;
  }

 private:
  std::string help(std::string_view key) const {
    const auto found = descriptor_.help.find(key);
    return found == descriptor_.help.end() ? std::string() : found->second;
  }

  Error no_driver() const {
    return Error(ErrorCode::kind_not_loadable, "this version of accelloader describes back ends of kind `" +
                                                   std::string(to_string(descriptor_.kind)) +
                                                   "`, and does not load them")
        .at(descriptor_.locate(descriptor_.name_span));
  }

  std::optional<Error> preload() const {
    for (const std::string& name : descriptor_.load.preload) {
      // As with `library`: never from the current folder, which is anybody's.
      const bool beside = name.find('/') != std::string::npos && name.front() != '/';
      const auto opened = SharedLibrary::open(beside ? descriptor_.folder + "/" + name : name, Scope::global);
      const auto* text = std::get_if<std::string>(&opened);
      if (!text) continue;
      return Error(ErrorCode::preload_failed, "`" + name + "`, which `load.preload` names, cannot be opened")
          .at(descriptor_.locate(descriptor_.library_span))
          .note("the dynamic linker says: " + *text)
          .help(help("library"));
    }
    return std::nullopt;
  }

  /// What a copy needs stands beside the file it was made of, where the dynamic linker would not look. What is open
  /// already it takes by its soname.
  void open_needed() const {
    for (const std::string& path : binary::needed_files(library_, process())) {
      const auto opened = SharedLibrary::open(path, Scope::local);
      if (const auto* text = std::get_if<std::string>(&opened))
        platform::log().debug("{}: {}", descriptor_.name, *text);  // the plugin itself will say what it misses
    }
  }

  Error cannot_open(const std::string& linker_text) const {
    Error error = Error(ErrorCode::library_cannot_be_opened, "the plugin library cannot be opened")
                      .at(descriptor_.locate(descriptor_.library_span, "resolved to " + library_))
                      .note("the dynamic linker says: " + linker_text)
                      .help(help("library"));
    // It names the first fault alone, and often another one than the true one.
    for (Error& fault : errors(binary::Depth::symbols)) error.caused_by(std::move(fault));
    // glibc's own words, elf/dl-reloc.c: only a load finds out what others have left.
    if (error.causes().empty() && linker_text.find("static TLS block") != std::string::npos)
      if (auto shortage = binary::static_tls_shortage(library_, process())) error.caused_by(std::move(*shortage));
    return error;
  }

  binary::ProcessView process() const {
    return {.environment = platform::privileged() ? nullptr : &environment_,
            .preload = descriptor_.load.preload,
            .privileged = platform::privileged(),
            .loads_now = true};
  }

  std::vector<Error> errors(binary::Depth depth) const {
    std::vector<Error> errors;
    for (Finding& found : binary::inspect_library(descriptor_, library_, process(), depth))
      if (found.severity == Severity::error) errors.push_back(std::move(found.error));
    return errors;
  }

  const Descriptor& descriptor_;
  const std::string& library_;
  const plugin::Progress& enter_;
  const Environment environment_ = &platform::environment_variable;
};

}  // namespace

Result<std::shared_ptr<const Plugin::Content>> load_plugin(const Descriptor& descriptor, const std::string& library,
                                                           const plugin::Progress& enter) {
  const auto state = platform::file_state(library);
  const auto identity = state ? state->identity : platform::FileIdentity{};
  if (auto already = loaded_plugin(descriptor.name, identity)) {
    if (auto error = already->left_behind()) return std::move(*error);
    return already;
  }
  // A plugin of the contract is promised to be activated once a process.
  if (const std::string other = activated_for_another(descriptor.name, identity); !other.empty())
    return Error(ErrorCode::plugin_already_active, "`" + library + "` is active already, as backend `" + other + "`")
        .at(descriptor.locate(descriptor.library_span));
  return PluginLoad(descriptor, library, enter).run(identity);
}

}  // namespace accelloader::loader
