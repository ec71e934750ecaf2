// A queue of work of one chip: what all kinds of it promise.
#pragma once

#include <functional>
#include <memory>

#include "chip/marker.hpp"

namespace simtpu::chip {

/// Runs work in the order in which it was submitted. Thread-safe.
class Stream {
 public:
  /// What a chip executes. It must keep alive all that it uses.
  using Kernel = std::function<void()>;

  virtual ~Stream() = default;

  /// Runs `kernel` after everything submitted before; may return earlier than that.
  virtual void submit(Kernel kernel) = 0;
  /// Reaches `marker` after everything submitted before.
  virtual void mark(std::shared_ptr<Marker> marker) = 0;
  /// Holds back everything submitted from now on until `marker` is reached. It must be one that some stream was told to
  /// mark already: then no two streams can wait for each other.
  virtual void wait_for(std::shared_ptr<const Marker> marker) = 0;

  /// Whether everything submitted has run.
  virtual bool idle() const = 0;
  /// Blocks until everything submitted before has run.
  virtual void wait() = 0;
  /// The same, and throws what a kernel threw since the last call, the first of them.
  virtual void synchronize() = 0;

  /// At the end of the process: drops the kernels that have not started. Markers are still reached, so that nobody
  /// waits for ever, and what is submitted later runs at once: tensors of static objects die after this.
  virtual void abandon() noexcept {}
  /// After abandon(), of all streams: ends the stream's thread.
  virtual void join() noexcept {}
};

}  // namespace simtpu::chip
