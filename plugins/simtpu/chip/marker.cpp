// A point in the work of a stream, which is reached once.
#include "chip/marker.hpp"

namespace simtpu::chip {

void Marker::reach() {
  const std::lock_guard lock(mutex_);
  time_ = std::chrono::steady_clock::now();
  changed_.notify_all();
}

bool Marker::reached() const { return time().has_value(); }

void Marker::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return time_.has_value(); });
}

std::optional<Marker::Time> Marker::time() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

}  // namespace simtpu::chip
