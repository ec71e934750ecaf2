#include "platform/log.hpp"

#include <memory>
#include <mutex>

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <accelloader/log.hpp>

#include "platform/environment.hpp"
#include "platform/log_message.hpp"

namespace accelloader::platform {
namespace {

class HostSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit HostSink(LogSink target) : target_(std::move(target)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    target_(static_cast<LogLevel>(message.level), std::string_view(message.payload.data(), message.payload.size()));
  }
  void flush_() override {}

  LogSink target_;
};

/// The sinks of a spdlog logger may not change while it is used, so the one sink it has leads on to the present one.
class SwitchSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  void lead_to(spdlog::sink_ptr target) {
    const std::lock_guard lock(mutex_);
    target_ = std::move(target);
  }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (target_) target_->log(message);
  }
  void flush_() override {
    if (target_) target_->flush();
  }

  spdlog::sink_ptr target_;
};

struct Log {
  std::shared_ptr<SwitchSink> sink = std::make_shared<SwitchSink>();
  spdlog::logger logger{"accelloader", sink};

  Log() {
    logger.set_level(spdlog::level::off);
    const auto wanted = privileged() ? std::nullopt : environment_variable("ACCELLOADER_LOG");
    if (!wanted) return;
    logger.set_level(spdlog::level::from_str(*wanted));  // an unknown word is "off"
    auto target = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    target->set_pattern("accelloader: %l: %v");
    sink->lead_to(std::move(target));
  }
};

spdlog::level::level_enum spdlog_level(LogLevel level) {
  static_assert(static_cast<int>(LogLevel::trace) == static_cast<int>(spdlog::level::trace) &&
                static_cast<int>(LogLevel::error) == static_cast<int>(spdlog::level::err));
  return level == LogLevel::off ? spdlog::level::off : static_cast<spdlog::level::level_enum>(level);
}

Log& state() {
  static Log& log = *new Log;
  return log;
}

}  // namespace

spdlog::logger& log() { return state().logger; }

void log_message(LogLevel level, std::string_view message) noexcept {
  if (level == LogLevel::off) return;  // no message is above it, and spdlog would take it for one that is above all
  try {
    log().log(spdlog_level(level), "{}", message);
  } catch (...) {
  }
}

}  // namespace accelloader::platform

namespace accelloader {

void set_log_sink(LogLevel level, LogSink sink) {
  auto& state = platform::state();
  state.sink->lead_to(sink ? std::make_shared<platform::HostSink>(std::move(sink)) : nullptr);
  state.logger.set_level(platform::spdlog_level(level));
}

}  // namespace accelloader
