// A stream that runs its work later, on a thread of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>

#include "chip/stream.hpp"

namespace simtpu::chip {

/// Its thread starts with the first piece of work. A kernel that throws ends nothing: the exception waits for
/// synchronize(), as the failure of an asynchronous kernel does on real hardware.
class QueuedStream final : public Stream {
 public:
  /// `name` is for people who look at threads: at most 15 characters are kept.
  explicit QueuedStream(std::string name) : name_(std::move(name)) {}
  ~QueuedStream() override;
  QueuedStream(const QueuedStream&) = delete;
  QueuedStream& operator=(const QueuedStream&) = delete;

  void submit(Kernel kernel) override;
  void mark(std::shared_ptr<Marker> marker) override;
  void wait_for(std::shared_ptr<const Marker> marker) override;
  bool idle() const override;
  void wait() override;
  void synchronize() override;
  void abandon() noexcept override;
  void join() noexcept override;

 private:
  struct Entry {
    Kernel run;
    bool droppable = true;
  };

  void enqueue(Entry entry);
  bool started_elsewhere() const noexcept;
  void require_thread() const;
  void start();
  void work();
  void execute(const Entry& entry) noexcept;

  const std::string name_;
  mutable std::mutex mutex_;
  std::condition_variable more_;      // there is work, or the stream was abandoned
  std::condition_variable progress_;  // done_ has grown
  std::deque<Entry> queue_;
  std::uint64_t submitted_ = 0;
  std::uint64_t done_ = 0;
  bool abandoned_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
  std::atomic<pid_t> process_{0};  // that started the thread: after a fork the child has the object, but no such thread
};

}  // namespace simtpu::chip
