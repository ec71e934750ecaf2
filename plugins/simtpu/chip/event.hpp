// A place in a stream that others can wait for, which may be moved.
#pragma once

#include <memory>

#include "chip/stream.hpp"

namespace simtpu::chip {

/// As events of libtorch: each record() is a new point in a stream; waits and questions are about the latest one. Not
/// synchronized: recorded by one thread at a time.
class Event {
 public:
  /// Only timed events can be asked for milliseconds_since().
  explicit Event(bool timed) : timed_(timed) {}

  bool timed() const noexcept { return timed_; }

  void record(Stream& stream);
  /// Holds back what `stream` is given from now on until the event's latest point is reached.
  void block(Stream& stream) const;
  /// Also true while never recorded.
  bool reached() const;
  void synchronize() const;
  /// Both must have been recorded; blocks until both are reached.
  double milliseconds_since(const Event& earlier) const;

 private:
  const bool timed_;
  std::shared_ptr<Marker> latest_;  // null while never recorded
};

}  // namespace simtpu::chip
