// What the worker tells the supervisor, in memory that both share: a plugin may close or write to any descriptor.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "loader/probe_report.hpp"

namespace accelloader::probe {

/// A text that is written once, and read by another process while that happens. Too much of it is cut off.
template <std::size_t Room>
class SharedText {
 public:
  void write(std::string_view text) noexcept {
    const std::size_t length = text.copy(bytes_.data(), Room);
    length_.store(length, std::memory_order_release);
  }
  std::string read() const { return {bytes_.data(), std::min(length_.load(std::memory_order_acquire), Room)}; }

 private:
  std::atomic<std::size_t> length_ = 0;
  std::array<char, Room> bytes_ = {};
};

/// Only the worker may write, not the processes that a plugin forks from it: see is_worker(). Each part is set before
/// the atomic member that says so.
struct WorkerRecord {
  static constexpr std::size_t most_frames = 24;
  enum class Verdict { none, succeeded, refused, skipped };

  std::atomic<pid_t> worker = 0;
  std::atomic<int> stage = static_cast<int>(Stage::open);

  SharedText<8192> exception;  ///< type and text of the one that nothing catches

  std::atomic<int> signal = 0;                          ///< a fatal one has struck
  std::uintptr_t struck = 0;                            ///< where
  std::array<std::uintptr_t, most_frames> frames = {};  ///< with those of the signal's handler
  std::atomic<std::size_t> frame_count = 0;
  std::atomic<bool> waits = false;  ///< the process stands still, to be looked at and ended

  SharedText<1UL << 20> text;  ///< refused: the error; skipped: why
  std::atomic<Verdict> verdict = Verdict::none;

  /// Mapped for this process and those it forks; null if there is no memory. Lives as long as the process.
  static WorkerRecord* map();

  /// Whether the calling process is the worker. May be called in a signal handler.
  bool is_worker() const noexcept;
  /// Does nothing if it is not.
  void conclude(Verdict how, std::string_view why) noexcept;
};

}  // namespace accelloader::probe
