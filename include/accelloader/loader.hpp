// The way in: what back ends does this machine have, and load one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/backend.hpp>
#include <accelloader/loaded_plugin.hpp>
#include <accelloader/machine_report.hpp>
#include <accelloader/result.hpp>

namespace accelloader {

/// Asks for an environment variable: the process's own, or a test's.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// How closely backends() looks at a plugin's library. load() looks as closely as it must, whatever is chosen here.
enum class Inspection : std::uint8_t {
  place,     ///< only whether a file is there
  files,     ///< also the file, all that it needs, and the versions of symbols; reads them and opens none as a library
  symbols,   ///< also every single symbol, which takes as long as the dynamic linker does
  packages,  ///< also which package of a Debian system has what is missing: apt-file is asked, which takes seconds
};

struct LoaderOptions {
  /// Judge the machine below this folder instead: a mounted image, a test tree. Such a loader loads nothing.
  std::string root = "/";
  /// Null: the process's own environment, which a privileged process (AT_SECURE) does not trust.
  Environment environment = nullptr;
  Inspection inspection = Inspection::files;
  /// The program that probe() starts. Empty: accelloader-probe, as it is installed with this library.
  std::string probe_program;
};

/// A manifest file that cannot be used, or can and was warned of.
struct ACCELLOADER_EXPORT ManifestReport {
  ManifestSource source;
  std::vector<Finding> findings;

  bool valid() const noexcept;
};

/// The back ends of the manifests that were found. Discovering opens no plugin; a load happens once a process, however
/// many loaders and threads ask. Copies share their state. All members may be called from any thread.
///
///     auto loader = accelloader::Loader::discover();
///     for (const auto& backend : loader.backends())
///       fmt::print("{} {}\n", backend.name(), to_string(backend.status()));
///     auto plugin = loader.load("my_codec");
class ACCELLOADER_EXPORT Loader {
 public:
  /// Reads the manifests. What is wrong with one is told by manifests() and findings(), and harms no other.
  static Loader discover(LoaderOptions options = {});

  /// Whether a manifest describes a back end of this kind that ACCELLOADER_BACKENDS does not leave out. Looks at no
  /// hardware.
  bool describes(Kind kind) const;

  /// Every candidate, sorted by name and then from the best to the worst. Looks at the hardware.
  std::vector<Backend> backends() const;

  /// The one that load() would take for this name: the best that can be used, else the best. Empty if no manifest has
  /// the name.
  std::optional<Backend> find(std::string_view name) const;

  /// The Error of a name that no manifest has, with a spelling hint.
  Error unknown(std::string_view name) const;

  /// Those manifests that are invalid.
  std::vector<ManifestReport> invalid_manifests() const;

  /// About the scan as a whole: folders, variables.
  std::vector<Finding> findings() const;

  /// Variables that are set and were not honoured, since the process is privileged.
  std::vector<std::string> ignored_environment() const;

  /// What was looked at: the search path, the variables, the libtorch there are. Looks at the disk.
  MachineReport machine() const;

  /// Opens the plugin of the backend and activates it, or says why not. The first call does the work, calls from other
  /// threads wait for it, later ones are answered from memory: also a failure is remembered, with its causes, until
  /// retry(). A plugin that asks for itself while it is loading gets an Error. Never throws but for bad_alloc.
  Result<Plugin> load(std::string_view name);

  /// Forgets a remembered failure, reads the manifests again, and loads. For when the cause was mended.
  Result<Plugin> retry(std::string_view name);

  /// Loads the plugin in a process of its own, which ends with it: what a plugin that crashes, hangs or ends the
  /// process does then, it does there. Empty: it worked. An error tells what happened; a note that it could not be
  /// tried, e.g. since there is no libtorch for it. A backend that is not ready is not tried, and its reason is
  /// returned. Until retry() the findings belong to those of the backend. Takes `limit` at most and a little to clear
  /// up; 0: the manifest's `load.timeout_seconds`.
  std::vector<Finding> probe(std::string_view name, std::chrono::milliseconds limit = std::chrono::milliseconds(0));

  class State;

 private:
  explicit Loader(std::shared_ptr<State> state) noexcept : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

/// Reads one manifest, as `accelloader validate` does: also one that lies in no folder of the search path.
ACCELLOADER_EXPORT ManifestReport read_manifest(const std::string& path);

/// The document that `accelloader list --json` prints: docs/json.md.
ACCELLOADER_EXPORT std::string to_json(const Loader& loader);
ACCELLOADER_EXPORT std::string to_json(const ManifestReport& manifest);

}  // namespace accelloader
