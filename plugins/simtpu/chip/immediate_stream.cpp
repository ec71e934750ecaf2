// A stream that runs its work at once, on the thread that submits it.
#include "chip/immediate_stream.hpp"

namespace simtpu::chip {

void ImmediateStream::submit(Kernel kernel) {
  const std::lock_guard lock(running_);
  kernel();
}

void ImmediateStream::mark(std::shared_ptr<Marker> marker) {
  const std::lock_guard lock(running_);
  marker->reach();
}

void ImmediateStream::wait_for(std::shared_ptr<const Marker> marker) {
  const std::lock_guard lock(running_);
  marker->wait();
}

bool ImmediateStream::idle() const {
  const std::unique_lock lock(running_, std::try_to_lock);
  return lock.owns_lock();
}

void ImmediateStream::wait() { const std::lock_guard lock(running_); }

}  // namespace simtpu::chip
