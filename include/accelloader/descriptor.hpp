// What a manifest says. Plain data; docs/manifest.md explains each member.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <accelloader/error.hpp>
#include <accelloader/version.hpp>

namespace accelloader {

/// How a plugin is driven.
enum class Kind : std::uint8_t {
  torch,    ///< makes itself libtorch's PrivateUse1 back end
  pjrt,     ///< exports GetPjrtApi
  library,  ///< any shared object: the application looks up what it needs
};

/// "torch".
ACCELLOADER_EXPORT std::string_view to_string(Kind kind) noexcept;

/// A stretch of a manifest's text, in bytes. Descriptor::locate() makes a Location of it.
struct Span {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

/// PCI functions to look for. All members that are set must match.
struct PciMatch {
  std::uint16_t vendor = 0;
  std::vector<std::uint16_t> devices;            ///< empty: every device of the vendor
  std::vector<std::uint16_t> subsystem_devices;  ///< empty: every one
};

/// One way in which the hardware can be there.
struct HardwareRule {
  std::string label;  ///< for people: "TPU v4"; may be empty
  std::optional<PciMatch> pci;
  std::string device_node;  ///< "/dev/vfio/{iommu_group}", "/dev/accel*"; may be empty
  bool exclusive = false;   ///< one process at a time can have the node open
  Span span;
};

/// Empty lists: no hardware is asked for.
struct HardwareRequirement {
  std::vector<HardwareRule> any_of;
  std::vector<HardwareRule> all_of;
  Span span;

  bool empty() const noexcept { return any_of.empty() && all_of.empty(); }
};

/// A version range and where it stands.
struct VersionRequirement {
  VersionRange range;
  Span span;
};

/// A list of names, one of which or all of which must fit, and where it stands.
struct NameRequirement {
  std::vector<std::string> names;
  Span span;
};

struct Requirements {
  HardwareRequirement hardware;
  NameRequirement kernel_modules;  ///< all must be loaded
  NameRequirement environment;     ///< variables, all of which must be set
  NameRequirement lock_files;      ///< paths; what has the device leaves them there
  NameRequirement os;              ///< one must fit; empty: every one
  NameRequirement arch;            ///< one must fit; empty: every one
  VersionRequirement glibc;
  VersionRequirement libtorch;
};

/// A nested array or object of `options`, as its JSON text.
struct JsonText {
  std::string text;
};

using OptionValue = std::variant<std::string, std::int64_t, double, bool, JsonText>;

struct LoadSettings {
  int timeout_seconds = 60;  ///< of a probe, and of a thread that waits for another's load
  bool probe_first = false;
  bool global = false;            ///< RTLD_GLOBAL instead of RTLD_LOCAL
  std::optional<bool> fork_safe;  ///< works in a process that was forked after the load; by default Kind::library does
  std::vector<std::string> preload;
};

/// A manifest that was read and found valid, with its folder variables expanded.
struct Descriptor {
  std::string name;
  std::string description;
  Kind kind = Kind::library;
  std::string library;
  std::vector<std::string> library_dirs;
  std::string entry;  ///< empty: what the kind has by default
  int priority = 0;
  Requirements requires_;
  std::vector<std::pair<std::string, std::string>> environment;
  std::optional<int> device_count;  ///< only where the hardware cannot tell
  std::string device_label;         ///< what one device is called; may be empty
  std::vector<std::pair<std::string, OptionValue>> options;
  LoadSettings load;
  std::map<std::string, std::string, std::less<>> help;  ///< by status or stage: "absent", "library"
  std::string sha256;                                    ///< lowercase hex; may be empty

  std::string path;    ///< of the manifest, as it was found
  std::string folder;  ///< the real folder of the manifest: what relative library paths start from
  Span name_span;      ///< of the value of `name`
  Span library_span;   ///< of the value of `library`
  Span entry_span;
  Span sha256_span;
  std::shared_ptr<const std::string> text;  ///< of the manifest

  /// Where a span stands, for an Error. Works after the file has changed or gone.
  ACCELLOADER_EXPORT Location locate(Span span, std::string label = {}) const;
};

}  // namespace accelloader
