// A backend as it was when somebody asked: what is known of it and whether it can be used.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/finding.hpp>

namespace accelloader {

enum class Status : std::uint8_t {
  ready,     ///< nothing is known against it
  loaded,    ///< in this process
  absent,    ///< its hardware is not there: the normal case, not an error
  blocked,   ///< its hardware is there, but the driver is not, or the permission, or somebody holds it
  broken,    ///< its library or manifest is at fault
  failed,    ///< a load was tried in this process and failed
  shadowed,  ///< another manifest of the same name is used
  disabled,  ///< ACCELLOADER_BACKENDS leaves it out
};

/// "ready".
ACCELLOADER_EXPORT std::string_view to_string(Status status) noexcept;

/// Where a manifest was found.
struct ManifestSource {
  std::string path;
  std::string reason;  ///< why its folder was looked at: "the machine's configuration"
  int rank = 0;        ///< of the folder in the search path, from 1
};

/// Where a library was found.
struct LibraryPlace {
  std::string path;
  std::string rule;  ///< "beside the manifest", "library_dirs, entry 2", "ld.so.cache"
};

/// A snapshot: it does not change when the backend does. Cheap to copy; may be read from any thread.
class ACCELLOADER_EXPORT Backend {
 public:
  struct Content;
  explicit Backend(std::shared_ptr<const Content> content) noexcept : content_(std::move(content)) {}

  std::string_view name() const noexcept;
  Status status() const noexcept;
  /// Null for a manifest that is invalid, of which no more than the name is known.
  const Descriptor* descriptor() const noexcept;
  const ManifestSource& manifest() const noexcept;
  /// Empty while no file is known: not found, or not looked for because the hardware is absent.
  const std::optional<LibraryPlace>& library() const noexcept;
  /// As probed: it can be told without loading.
  int device_count() const noexcept;
  /// For people: "2 simulated chips", "none".
  std::string_view hardware() const noexcept;
  /// Manifests of the same name that stand behind this one, best first.
  std::span<const std::string> shadows() const noexcept;
  /// In the order of the stages; the first error is what keeps the backend from being used.
  std::span<const Finding> findings() const noexcept;
  /// The first error among the findings, or null.
  const Error* reason() const noexcept;

 private:
  std::shared_ptr<const Content> content_;
};

/// As in `accelloader list --json`.
ACCELLOADER_EXPORT std::string to_json(const Backend& backend);

}  // namespace accelloader
