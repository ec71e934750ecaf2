// How a kind of plugin is driven around the opening of its library.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <accelloader/descriptor.hpp>
#include <accelloader/result.hpp>

#include "platform/shared_library.hpp"

namespace accelloader::plugin {

/// Told of each stage of a load that begins.
using Progress = std::function<void(Stage)>;

/// One attempt to load one plugin. What it took hold of it gives back when it dies, unless finish() succeeded.
class Attempt {
 public:
  virtual ~Attempt();

  /// After the library was opened: the handshake and the activation. The value is the plugin's version, if it tells
  /// one.
  virtual Result<std::string> finish(const platform::SharedLibrary& library, const Progress& enter) = 0;
};

/// Stateless; may be used from any thread.
class KindDriver {
 public:
  virtual ~KindDriver();

  /// Judges what can be judged before anything is opened. The descriptor must outlive the attempt.
  virtual Result<std::unique_ptr<Attempt>> begin(const Descriptor& descriptor) const = 0;
};

/// Lives as long as the process. Null for a kind that this version cannot load.
const KindDriver* driver_for(Kind kind) noexcept;

const KindDriver& library_kind() noexcept;
const KindDriver& torch_kind() noexcept;

}  // namespace accelloader::plugin
