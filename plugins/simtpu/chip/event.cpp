// A place in a stream that others can wait for, which may be moved.
#include "chip/event.hpp"

#include <stdexcept>

namespace simtpu::chip {

void Event::record(Stream& stream) {
  const auto marker = std::make_shared<Marker>();
  stream.mark(marker);
  latest_ = marker;
}

void Event::block(Stream& stream) const {
  if (latest_) stream.wait_for(latest_);
}

bool Event::reached() const { return !latest_ || latest_->reached(); }

void Event::synchronize() const {
  if (latest_) latest_->wait();
}

double Event::milliseconds_since(const Event& earlier) const {
  if (!timed_ || !earlier.timed_) throw std::logic_error("an event that was made without timing has no time");
  if (!latest_ || !earlier.latest_) throw std::logic_error("an event that was never recorded has no time");
  synchronize();
  earlier.synchronize();
  return std::chrono::duration<double, std::milli>(*latest_->time() - *earlier.latest_->time()).count();
}

}  // namespace simtpu::chip
