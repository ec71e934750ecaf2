// One load a backend, however many threads ask, and no deadlock.
#include <atomic>
#include <barrier>
#include <chrono>
#include <thread>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>

#include "fakes/fake_paths.hpp"
#include "loader/load_gate.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;

namespace {

Loader* asked_loader = nullptr;
std::atomic<int> still_to_come = 0;

}  // namespace

/// What the asking plugins call while they are activated. Both sides of a ring must be loading before either one asks.
extern "C" [[gnu::visibility("default")]] const char* test_load(const char* backend) {
  thread_local std::string reason;
  --still_to_come;
  while (still_to_come > 0) std::this_thread::yield();
  auto plugin = asked_loader->load(backend);
  if (plugin) return nullptr;
  reason = plugin.error().message();
  return reason.c_str();
}

TEST_CASE("threads that ask for one backend get one load") {
  PluginsFolder folder;
  folder.add("raced", folder.copy(fakes::ok));
  Loader loader = folder.loader();
  constexpr int threads = 8;
  std::barrier start(threads);
  std::atomic<int> loaded = 0;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&] {
      start.arrive_and_wait();
      if (loader.load("raced")) ++loaded;
    });
  for (std::thread& thread : running) thread.join();
  CHECK(loaded == threads);
  CHECK(loader.load("raced").value().symbol<int()>("activation_count")() == 1);
}

TEST_CASE("a plugin that asks for itself while it loads gets an error, not a deadlock") {
  PluginsFolder folder;
  folder.add("itself", fakes::asks_for_itself);
  Loader loader = folder.loader();
  asked_loader = &loader;
  still_to_come = 1;
  const auto plugin = loader.load("itself");
  REQUIRE_FALSE(plugin);
  CHECK(plugin.error().causes().front().message() == "`itself` was asked for while this thread is loading it");
}

TEST_CASE("two plugins that ask for each other while they load do not wait for ever") {
  PluginsFolder folder;
  folder.add("ping", fakes::asks_for_pong);
  folder.add("pong", fakes::asks_for_ping);
  Loader loader = folder.loader();
  asked_loader = &loader;
  still_to_come = 2;
  std::string ping, pong;
  const auto ask = [&](const char* backend, std::string& answer) {
    const auto plugin = loader.load(backend);
    answer = plugin ? "loaded" : plugin.error().causes().front().message();
  };
  std::thread other([&] { ask("ping", ping); });
  ask("pong", pong);
  other.join();
  // Whoever closes the ring is refused; the other one then goes on, and meets the failure of the first.
  const bool ping_closed = ping.find("waits for a backend which this thread loads") != std::string::npos;
  const bool pong_closed = pong.find("waits for a backend which this thread loads") != std::string::npos;
  INFO("ping: " << ping << "\npong: " << pong);
  CHECK(ping_closed != pong_closed);
  CHECK((ping_closed ? pong : ping) ==
        (ping_closed ? "backend `ping` could not be loaded" : "backend `pong` could not be loaded"));
}

TEST_CASE("different backends load in parallel") {
  PluginsFolder folder;
  folder.add("slow", fakes::asks_for_itself);
  folder.add("quick", fakes::codec);
  Loader loader = folder.loader();
  asked_loader = &loader;
  still_to_come = 2;  // the slow one stays in its activation until this thread has loaded the quick one
  std::thread slow([&] { CHECK_FALSE(loader.load("slow")); });
  CHECK(loader.load("quick"));
  --still_to_come;
  slow.join();
}

TEST_CASE("a thread does not wait longer than the manifest allows") {
  using namespace std::chrono_literals;
  auto held = loader::LoadTurn::take("held", 1s);
  REQUIRE(held);
  std::string text;
  std::thread([&] {
    auto turn = loader::LoadTurn::take("held", 1s);
    text = turn ? "taken" : to_string(turn.error().code()) + " " + std::string(turn.error().message());
  }).join();
  CHECK(text == "A0604 `held` is still being loaded by another thread after 1 s");
}

TEST_CASE("a turn that is given back can be taken again") {
  using namespace std::chrono_literals;
  { REQUIRE(loader::LoadTurn::take("again", 1s)); }
  CHECK(loader::LoadTurn::take("again", 1s));
}

TEST_CASE("a thread that has the turn is told so when it asks again") {
  using namespace std::chrono_literals;
  const auto turn = loader::LoadTurn::take("mine", 1s);
  const auto again = loader::LoadTurn::take("mine", 1s);
  REQUIRE((turn && !again));
  CHECK(again.error().code() == ErrorCode::load_reentered);
}

TEST_CASE("of two threads that would wait for each other one is refused") {
  using namespace std::chrono_literals;
  std::atomic<int> holding = 0, refused = 0;
  const auto take = [&](const char* first, const char* second) {
    const auto turn = loader::LoadTurn::take(first, 1s);
    ++holding;
    while (holding < 2) std::this_thread::yield();
    const auto next = loader::LoadTurn::take(second, 20s);
    if (!next && next.error().code() == ErrorCode::load_deadlock) ++refused;
  };
  {
    const std::jthread one([&] { take("ring_a", "ring_b"); });
    const std::jthread two([&] { take("ring_b", "ring_a"); });
  }
  CHECK(refused == 1);
}
