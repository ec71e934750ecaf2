#include "platform/log.hpp"

#include <vector>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/log.hpp>

#include "platform/file.hpp"
#include "platform/log_message.hpp"
#include "support/process.hpp"

using namespace accelloader;

namespace {

using Lines = std::vector<std::string>;

/// What the sink gets, until the end of the test.
struct Listener {
  explicit Listener(LogLevel level) {
    set_log_sink(level, [this](LogLevel of, std::string_view message) {
      lines.push_back(std::to_string(static_cast<int>(of)) + " " + std::string(message));
    });
  }
  ~Listener() { set_log_sink(LogLevel::off, nullptr); }

  Lines lines;
};

void log_at_each_level() {
  for (const LogLevel level : {LogLevel::trace, LogLevel::debug, LogLevel::info, LogLevel::warning, LogLevel::error})
    platform::log_message(level, "at level " + std::to_string(static_cast<int>(level)));
}

/// What the library writes to standard error in a process whose environment asks for a level.
std::string written_with(const test::Variables& variables) {
  return test::run({platform::real_path("/proc/self/exe"), "logs a line at each level"}, variables).errors;
}

}  // namespace

TEST_CASE("a sink gets the messages of its level and above") {
  const Listener listener(LogLevel::info);
  log_at_each_level();
  CHECK(listener.lines == Lines{"2 at level 2", "3 at level 3", "4 at level 4"});
}

TEST_CASE("a message is text, and no format") {
  const Listener listener(LogLevel::trace);
  platform::log_message(LogLevel::info, "{} of {0:d} %s");
  platform::log().info("{} is {}", "npu", 7);
  CHECK(listener.lines == Lines{"2 {} of {0:d} %s", "2 npu is 7"});
}

TEST_CASE("a new sink takes the place of the one before") {
  const Listener first(LogLevel::info);
  {
    const Listener second(LogLevel::error);
    log_at_each_level();
    CHECK(second.lines == Lines{"4 at level 4"});
  }
  CHECK(first.lines.empty());
}

TEST_CASE("a message at level off is none") {
  const Listener listener(LogLevel::trace);
  platform::log_message(LogLevel::off, "nothing");
  CHECK(listener.lines.empty());
}

TEST_CASE("the library is silent unless somebody asks") { CHECK(written_with({}).empty()); }

TEST_CASE("ACCELLOADER_LOG asks for messages on standard error") {
  CHECK(written_with({{"ACCELLOADER_LOG", "warning"}}) ==
        "accelloader: warning: at level 3\n"
        "accelloader: error: at level 4\n");
}

TEST_CASE("a level that nobody knows is none") { CHECK(written_with({{"ACCELLOADER_LOG", "loud"}}).empty()); }

TEST_CASE("no sink is silence") {
  CHECK(test::run({platform::real_path("/proc/self/exe"), "logs to no sink"}, {{"ACCELLOADER_LOG", "trace"}})
            .errors.empty());
}

// Not run as tests of their own: the log reads its variable once a process.
TEST_CASE("logs a line at each level", "[.]") { log_at_each_level(); }

TEST_CASE("logs to no sink", "[.]") {
  set_log_sink(LogLevel::trace, nullptr);
  log_at_each_level();
}
