// A stream that runs its work later, on a thread of its own.
#include "chip/queued_stream.hpp"

#include <pthread.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace simtpu::chip {

QueuedStream::~QueuedStream() {
  abandon();
  join();
}

void QueuedStream::submit(Kernel kernel) { enqueue({.run = std::move(kernel)}); }

void QueuedStream::mark(std::shared_ptr<Marker> marker) {
  enqueue({.run = [marker = std::move(marker)] { marker->reach(); }, .droppable = false});
}

void QueuedStream::wait_for(std::shared_ptr<const Marker> marker) {
  enqueue({.run = [marker = std::move(marker)] { marker->wait(); }, .droppable = false});
}

bool QueuedStream::idle() const {
  const std::lock_guard lock(mutex_);
  return done_ == submitted_;
}

void QueuedStream::wait() {
  std::unique_lock lock(mutex_);
  const auto last = submitted_;
  if (done_ < last) require_thread();
  progress_.wait(lock, [&] { return done_ >= last; });
}

void QueuedStream::synchronize() {
  wait();
  std::unique_lock lock(mutex_);
  if (const auto failure = std::exchange(failure_, nullptr)) {
    lock.unlock();
    std::rethrow_exception(failure);
  }
}

void QueuedStream::enqueue(Entry entry) {
  std::unique_lock lock(mutex_);
  if (abandoned_) {
    lock.unlock();
    return entry.run();
  }
  if (!thread_.joinable()) start();
  require_thread();
  queue_.push_back(std::move(entry));
  ++submitted_;
  more_.notify_one();
}

void QueuedStream::start() {
  thread_ = std::thread(&QueuedStream::work, this);
  process_ = getpid();
  pthread_setname_np(thread_.native_handle(), name_.substr(0, 15).c_str());
}

void QueuedStream::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return abandoned_ || !queue_.empty(); });
    if (queue_.empty()) return;
    Entry entry = std::move(queue_.front());
    queue_.pop_front();
    const bool dropped = abandoned_ && entry.droppable;
    lock.unlock();
    if (!dropped) execute(entry);
    entry = {};  // what it kept alive goes before it counts as done
    lock.lock();
    ++done_;
    progress_.notify_all();
  }
}

void QueuedStream::execute(const Entry& entry) noexcept {
  try {
    entry.run();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

bool QueuedStream::started_elsewhere() const noexcept {
  const pid_t process = process_;
  return process != 0 && process != getpid();
}

void QueuedStream::require_thread() const {
  if (started_elsewhere())
    throw std::runtime_error("stream `" + name_ + "` belongs to the process that this one was forked from");
}

void QueuedStream::abandon() noexcept {
  if (started_elsewhere()) return;  // the lock may have been taken in the moment of the fork
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  more_.notify_one();
}

void QueuedStream::join() noexcept {
  if (!thread_.joinable()) return;
  if (started_elsewhere())
    thread_.detach();
  else
    thread_.join();
}

}  // namespace simtpu::chip
