// The simulated hardware alone, without libtorch.
#include "chip/chip.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "chip/event.hpp"
#include "chip/immediate_stream.hpp"
#include "chip/pinned_memory.hpp"
#include "chip/queued_stream.hpp"

using namespace simtpu::chip;
using namespace std::chrono_literals;

namespace {
bool host_can_read(const void* address) {
  const pid_t pid = fork();
  if (pid == 0) {
    close(2);
    std::signal(SIGSEGV, SIG_DFL);  // not Catch2's, which reports
    const volatile char byte = *static_cast<const char*>(address);
    (void)byte;
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
}  // namespace

TEST_CASE("memory is closed to the host except while it is accessed") {
  Memory memory(1 << 20);
  void* const at = memory.allocate(100);
  CHECK(!host_can_read(at));
  {
    const MemoryAccess outer(memory.region_at(at));
    {
      const MemoryAccess inner(memory.region_at(at));
      CHECK(host_can_read(at));
    }
    CHECK(host_can_read(at));
    std::memset(at, 7, 100);
  }
  CHECK(!host_can_read(at));
  const MemoryAccess again(memory.region_at(at));
  CHECK(static_cast<char*>(at)[99] == 7);
  memory.free(at);
}

TEST_CASE("memory is found by any address in it") {
  Memory memory(1 << 20);
  auto* const first = static_cast<char*>(memory.allocate(5000));
  auto* const second = static_cast<char*>(memory.allocate(10));
  CHECK(memory.region_at(first + 4999)->begin() == static_cast<void*>(first));
  CHECK(memory.region_at(second)->begin() == static_cast<void*>(second));
  CHECK(memory.region_at(&memory) == nullptr);
  CHECK(memory.region_at(nullptr) == nullptr);
  memory.free(first);
  CHECK(memory.region_at(first) == nullptr);
  CHECK(memory.allocate(0) == nullptr);
  memory.free(nullptr);
  memory.free(second);
}

TEST_CASE("memory is limited and counted") {
  Memory memory(3 * 4096);
  void* const a = memory.allocate(1);
  void* const b = memory.allocate(2 * 4096);
  CHECK(memory.statistics().allocated == 3 * 4096);
  try {
    memory.allocate(1);
    FAIL("no OutOfMemory");
  } catch (const OutOfMemory& error) {
    CHECK(error.free == 0);
    CHECK(error.capacity == 3 * 4096);
  }
  CHECK_THROWS_AS(memory.allocate(SIZE_MAX), OutOfMemory);
  memory.free(b);
  CHECK(memory.statistics().allocated == 4096);
  CHECK(memory.statistics().peak == 3 * 4096);
  memory.reset_peak();
  CHECK(memory.statistics().peak == 4096);
  memory.free(a);
}

TEST_CASE("memory that is freed lives on while somebody holds it") {
  Memory memory(1 << 20);
  void* const at = memory.allocate(10);
  {
    const MemoryAccess access(memory.region_at(at));
    memory.free(at);
    std::memset(at, 1, 10);
    CHECK(memory.statistics().allocated == 4096);
  }
  CHECK(memory.statistics().allocated == 0);
}

TEST_CASE("a queued stream keeps order, and says when it is idle") {
  QueuedStream stream("test");
  CHECK(stream.idle());
  stream.synchronize();
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) stream.submit([&order, i] { order.push_back(i); });
  stream.synchronize();
  CHECK(order.size() == 100);
  CHECK(std::ranges::is_sorted(order));
  std::atomic<bool> go = false;
  stream.submit([&] {
    while (!go) std::this_thread::yield();
  });
  CHECK(!stream.idle());
  go = true;
  stream.synchronize();
  CHECK(stream.idle());
}

TEST_CASE("events order streams of both kinds") {
  QueuedStream a("a"), b("b");
  ImmediateStream c;
  std::atomic<int> value = 0;
  Event event(true), later(true);
  a.submit([&] {
    std::this_thread::sleep_for(50ms);
    value = 1;
  });
  event.record(a);
  CHECK(!event.reached());
  event.block(b);
  int seen_by_b = -1, seen_by_c = -1;
  b.submit([&] { seen_by_b = value; });
  event.block(c);
  c.submit([&] { seen_by_c = value; });
  CHECK(seen_by_c == 1);
  later.record(c);
  CHECK(later.reached());
  b.synchronize();
  CHECK(seen_by_b == 1);
  CHECK(later.milliseconds_since(event) >= 0);
  Event never(true);
  CHECK(never.reached());
  never.synchronize();
  CHECK_THROWS(never.milliseconds_since(event));
}

TEST_CASE("a kernel that throws is heard of at the next synchronize, once") {
  QueuedStream stream("test");
  bool ran = false;
  stream.submit([] { throw std::runtime_error("first"); });
  stream.submit([] { throw std::runtime_error("second"); });
  stream.submit([&] { ran = true; });
  try {
    stream.synchronize();
    FAIL("nothing thrown");
  } catch (const std::runtime_error& error) {
    CHECK(std::string(error.what()) == "first");
  }
  CHECK(ran);
  stream.synchronize();
}

TEST_CASE("an abandoned stream drops kernels, reaches markers, and then works at once") {
  QueuedStream a("a"), b("b");
  std::atomic<bool> started = false, go = false;
  std::atomic<int> ran = 0;
  Event event(false), last(false);
  a.submit([&] {
    started = true;
    while (!go) std::this_thread::yield();
    ++ran;
  });
  a.submit([&] { ++ran; });
  event.record(a);
  event.block(b);
  b.submit([&] { ++ran; });
  last.record(b);
  while (!started) std::this_thread::yield();
  a.abandon();
  b.abandon();
  go = true;
  a.join();
  b.join();
  CHECK(ran == 1);
  CHECK(last.reached());
  bool later = false;
  a.submit([&] { later = true; });
  CHECK(later);
  a.synchronize();
}

TEST_CASE("streams take work from many threads") {
  Chip chip(0, 1 << 20);
  std::vector<int> counts(1 + Chip::pooled_streams);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        for (std::size_t s = 0; s < counts.size(); ++s) chip.stream(s).submit([&counts, s] { ++counts[s]; });
    });
  for (auto& thread : threads) thread.join();
  chip.synchronize();
  for (int count : counts) CHECK(count == 800);
  CHECK(chip.stream_from_pool() == 1);
  CHECK(chip.stream_from_pool() == 2);
  CHECK_THROWS(chip.stream(99));
}

TEST_CASE("pinned memory is known by any address in it") {
  PinnedMemory pinned;
  auto* const block = static_cast<char*>(pinned.allocate(100));
  CHECK(pinned.contains(block));
  CHECK(pinned.contains(block + 99));
  CHECK(!pinned.contains(block + 100));
  CHECK(!pinned.contains(block - 1));
  CHECK(!pinned.contains(nullptr));
  pinned.free(block);
  CHECK(!pinned.contains(block));
}
