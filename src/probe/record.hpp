// What the worker tells the supervisor, a line each, while a plugin runs in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace accelloader::probe {

/// The plugin may write anything to any descriptor: a line counts only if it starts with the key, which is new for
/// every probe.
class RecordWriter {
 public:
  RecordWriter(int descriptor, std::string key) : descriptor_(descriptor), key_(std::move(key)) {}

  /// "stage 6", "error {...}". May be called in a signal handler.
  void write(std::string_view kind, std::string_view text) const noexcept;

  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
  std::string key_;
};

}  // namespace accelloader::probe
