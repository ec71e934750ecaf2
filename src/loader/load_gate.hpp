// One load a backend a process, and no deadlock.
#pragma once

#include <chrono>
#include <string>

#include <accelloader/result.hpp>

namespace accelloader::loader {

/// The right to load one backend, held by one thread. Others that want it wait; the same thread, and threads that would
/// wait for each other in a ring, get an Error. No lock is held meanwhile. The gate is one for the process, since two
/// loaders may want one backend.
class LoadTurn {
 public:
  static Result<LoadTurn> take(const std::string& backend, std::chrono::seconds longest_wait);

  LoadTurn(LoadTurn&& other) noexcept;
  LoadTurn& operator=(LoadTurn&&) = delete;
  ~LoadTurn();

 private:
  explicit LoadTurn(std::string backend) : backend_(std::move(backend)) {}

  std::string backend_;  // empty once moved from
};

}  // namespace accelloader::loader
