// A stream that runs its work at once, on the thread that submits it.
#pragma once

#include <mutex>

#include "chip/stream.hpp"

namespace simtpu::chip {

/// The default stream of a chip. A program that never asks for a stream then needs no thread, and a kernel that fails
/// throws at the line that started it. What a stream promises still holds: one kernel at a time, whichever thread it
/// comes from, and wait_for() holds back the thread that calls it.
class ImmediateStream final : public Stream {
 public:
  void submit(Kernel kernel) override;
  void mark(std::shared_ptr<Marker> marker) override;
  void wait_for(std::shared_ptr<const Marker> marker) override;
  bool idle() const override;
  void wait() override;
  void synchronize() override { wait(); }  // a kernel that failed has thrown already

 private:
  mutable std::mutex running_;
};

}  // namespace simtpu::chip
