#include "loader/load_gate.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace accelloader::loader {
namespace {

struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::string, std::thread::id, std::less<>> loading;  // backend -> the thread whose turn it is
  std::map<std::thread::id, std::string> waiting;               // thread -> the backend it waits for
};

// Never destroyed: threads may load while the process ends.
Gate& gate() {
  static Gate& the_gate = *new Gate;
  return the_gate;
}

/// Whether the thread that loads `backend` waits, perhaps by way of others, for one that `self` loads.
bool leads_back(const Gate& gate, const std::string& backend, std::thread::id self) {
  for (const std::string* next = &backend;;) {
    const auto owner = gate.loading.find(*next);
    if (owner == gate.loading.end()) return false;
    if (owner->second == self) return true;
    const auto waits_for = gate.waiting.find(owner->second);
    if (waits_for == gate.waiting.end()) return false;
    next = &waits_for->second;
  }
}

Error reentered(const std::string& backend) {
  return Error(ErrorCode::load_reentered, "`" + backend + "` was asked for while this thread is loading it")
      .note("a plugin must not use its own backend before it is loaded");
}

Error deadlock(const std::string& backend) {
  return Error(ErrorCode::load_deadlock,
               "`" + backend + "` is being loaded by a thread that waits for a backend which this thread loads");
}

Error timed_out(const std::string& backend, std::chrono::seconds waited) {
  return Error(ErrorCode::load_wait_timed_out, "`" + backend + "` is still being loaded by another thread after " +
                                                   std::to_string(waited.count()) + " s")
      .help("raise `load.timeout_seconds` in the manifest if the plugin needs longer");
}

}  // namespace

Result<LoadTurn> LoadTurn::take(const std::string& backend, std::chrono::seconds longest_wait) {
  const auto self = std::this_thread::get_id();
  const auto deadline = std::chrono::steady_clock::now() + longest_wait;
  Gate& gate = loader::gate();
  std::unique_lock lock(gate.mutex);
  for (;;) {
    const auto [turn, mine] = gate.loading.try_emplace(backend, self);
    if (mine) return LoadTurn(backend);
    if (turn->second == self) return reentered(backend);
    if (leads_back(gate, backend, self)) return deadlock(backend);
    gate.waiting[self] = backend;
    const auto woken = gate.changed.wait_until(lock, deadline);
    gate.waiting.erase(self);
    if (woken == std::cv_status::timeout && gate.loading.contains(backend)) return timed_out(backend, longest_wait);
  }
}

LoadTurn::LoadTurn(LoadTurn&& other) noexcept : backend_(std::exchange(other.backend_, {})) {}

LoadTurn::~LoadTurn() {
  if (backend_.empty()) return;
  {
    const std::lock_guard lock(gate().mutex);
    gate().loading.erase(backend_);
  }
  gate().changed.notify_all();
}

}  // namespace accelloader::loader
