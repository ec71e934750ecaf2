// A point in the work of a stream, which is reached once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace simtpu::chip {

/// Not reached at first, and for ever reached afterwards. Thread-safe.
class Marker {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void reach();
  bool reached() const;
  /// Blocks until it is reached.
  void wait() const;
  /// When it was reached; empty before.
  std::optional<Time> time() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::optional<Time> time_;
};

}  // namespace simtpu::chip
