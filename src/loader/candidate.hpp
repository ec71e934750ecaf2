// One manifest on its way to being used: what can be said of it without opening anything.
#pragma once

#include <mutex>
#include <optional>

#include <accelloader/backend.hpp>

#include "hardware/machine.hpp"
#include "loader/catalog.hpp"

namespace accelloader::loader {

/// What the stages up to `inspect` say.
struct Verdict {
  Status status = Status::ready;  ///< ready, absent, blocked, broken or disabled
  int device_count = 0;
  std::string hardware;
  std::optional<LibraryPlace> library;
  std::vector<Finding> findings;  ///< of these stages; the manifest's own warnings come first

  Verdict clone() const;
  bool usable() const noexcept { return status == Status::ready; }
  const Error* reason() const noexcept;
};

/// Each step is judged once, when somebody first asks. May be used from several threads.
class Candidate {
 public:
  /// The entry, the machine and the context must outlive the candidate.
  Candidate(const Catalog::Entry& entry, hardware::Machine& machine, const Context& context)
      : entry_(entry), machine_(machine), context_(context) {}

  const manifest::Reading& reading() const noexcept { return entry_.reading; }
  const std::string& name() const noexcept { return entry_.reading.validation.name; }
  /// Null for an invalid manifest.
  const Descriptor* descriptor() const noexcept;
  bool disabled() const noexcept { return entry_.disabled; }
  /// As closely as the context says.
  const Verdict& verdict() const;
  /// Without a look into the library: a load does that itself, right before it opens the file.
  const Verdict& placed() const;

 private:
  const Catalog::Entry& entry_;
  hardware::Machine& machine_;
  const Context& context_;
  mutable std::once_flag placed_once_, inspected_once_;
  mutable Verdict placed_, inspected_;
};

}  // namespace accelloader::loader
