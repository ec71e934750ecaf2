// Streams and events, as libtorch uses them.
#include <atomic>
#include <thread>

#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>

#include "support.hpp"

using namespace simtpu_test;

namespace {

const c10::impl::DeviceGuardImplInterface& guard_impl() {
  power_on();
  return *c10::impl::getDeviceGuardImpl(torch::kPrivateUse1);
}
c10::Stream new_stream(int index = 0) { return guard_impl().getNewStream(chip(index), 0); }

/// Work that takes a while: 100 products of matrices.
torch::Tensor slow(const torch::Tensor& seed) {
  auto x = torch::full({256, 256}, 1.f / 256, seed.options()) * seed;
  for (int i = 0; i < 60; ++i) x = torch::mm(x, torch::full({256, 256}, 1.f / 256, seed.options()));
  return x.sum() / 256;
}

}  // namespace

TEST_CASE("streams of a chip are many, and its default stream is one") {
  auto& impl = guard_impl();
  CHECK(impl.getStream(chip(1)) == impl.getDefaultStream(chip(1)));
  const auto a = new_stream(), b = new_stream();
  CHECK(a != b);
  CHECK(a.device() == chip(0));
  {
    const c10::StreamGuard guard(a);
    CHECK(impl.getStream(chip(0)) == a);
    CHECK(impl.getStream(chip(1)) == impl.getDefaultStream(chip(1)));
    std::thread([&] { CHECK(impl.getStream(chip(0)) == impl.getDefaultStream(chip(0))); }).join();
  }
  CHECK(impl.getStream(chip(0)) == impl.getDefaultStream(chip(0)));
  CHECK(thrown([&] {
          impl.synchronizeStream(c10::Stream(c10::Stream::UNSAFE, chip(0), 99));
        }).find("device `simtpu:0` has no stream 99") == 0);
}

TEST_CASE("work of a stream is asynchronous and in order") {
  const auto stream = new_stream();
  const c10::StreamGuard guard(stream);
  const auto x = slow(torch::ones({}, on_chip()));
  const bool was_busy = !stream.query();
  CHECK(std::abs(x.item<float>() - 1) < 1e-4);
  CHECK(was_busy);
  stream.synchronize();
  CHECK(stream.query());
}

TEST_CASE("memory that is let go while a kernel is yet to use it") {
  const auto stream = new_stream();
  const c10::StreamGuard guard(stream);
  torch::Tensor sum;
  {
    auto x = slow(torch::ones({}, on_chip()));
    auto big = torch::ones({1 << 20}, on_chip()) * x;
    sum = big.sum();
    big.record_stream(stream);
    guard_impl().recordDataPtrOnStream(big.storage().data_ptr(), stream);
  }
  CHECK(std::abs(sum.item<float>() / (1 << 20) - 1) < 1e-4);
}

TEST_CASE("a host that runs ahead waits for memory, and does not run out of it") {
  const c10::StreamGuard guard(new_stream(1));
  auto x = torch::ones({1 << 20}, on_chip(1));
  for (int i = 0; i < 300; ++i) x = x.sigmoid();  // 1.2 GB in all, of 256 MiB
  CHECK(x.max().item<float>() < 1);
}

TEST_CASE("an event orders two streams") {
  for (int round = 0; round < 20; ++round) {
    const auto a = new_stream(), b = new_stream();
    torch::Tensor x, y;
    c10::Event event(torch::kPrivateUse1);
    {
      const c10::StreamGuard guard(a);
      x = slow(torch::ones({}, on_chip()));
      event.record(a);
    }
    {
      const c10::StreamGuard guard(b);
      event.block(b);
      y = x + 1;
      CHECK(std::abs(y.item<float>() - 2) < 1e-4);
      CHECK(event.query());
    }
  }
}

TEST_CASE("an event orders a stream before the default stream, and chips") {
  const auto a = new_stream(0);
  torch::Tensor x;
  c10::Event event(torch::kPrivateUse1);
  {
    const c10::StreamGuard guard(a);
    x = slow(torch::ones({}, on_chip()));
    event.record(a);
  }
  event.block(guard_impl().getStream(chip(0)));
  CHECK(std::abs((x + 1).item<float>() - 2) < 1e-4);

  const auto on_other = new_stream(1);
  c10::Event second(torch::kPrivateUse1);
  torch::Tensor moved;
  {
    const c10::StreamGuard guard(a), other(on_other);
    moved = slow(torch::ones({}, on_chip(0))).to(chip(1)) + 1;  // a copy between chips waits for both of their streams
    second.record(on_other);
  }
  second.synchronize();
  CHECK(std::abs(moved.item<float>() - 2) < 1e-4);
}

TEST_CASE("events tell the time, if they are made to") {
  const auto stream = new_stream();
  const c10::StreamGuard guard(stream);
  c10::Event begin(torch::kPrivateUse1, c10::EventFlag::BACKEND_DEFAULT),
      end(torch::kPrivateUse1, c10::EventFlag::BACKEND_DEFAULT);
  begin.record(stream);
  slow(torch::ones({}, on_chip()));
  end.record(stream);
  end.synchronize();
  CHECK(begin.elapsedTime(end) > 0);
  c10::Event untimed(torch::kPrivateUse1), also(torch::kPrivateUse1);
  untimed.record(stream);
  also.record(stream);
  also.synchronize();
  CHECK(thrown([&] { untimed.elapsedTime(also); }) != "");
  c10::Event never(torch::kPrivateUse1);
  CHECK(never.query());
  never.block(stream);
  CHECK(thrown([&] {
          c10::Event wrong(torch::kPrivateUse1);
          wrong.record(new_stream(0));
          wrong.record(new_stream(1));
        }) != "");
}

TEST_CASE("a failing kernel of a stream is heard of when it is waited for") {
  const auto stream = new_stream();
  const c10::StreamGuard guard(stream);
  const auto scores = torch::log_softmax(torch::rand({2, 3}, on_chip()), 1);
  const auto target = torch::tensor({0, 7}, torch::kLong).to(chip(0));
  const auto loss = torch::nll_loss(scores, target);
  const auto text = thrown([&] { stream.synchronize(); });
  CHECK(text.find("out of bounds") != std::string::npos);
  stream.synchronize();
  const auto direct = thrown([&] {
    const c10::StreamGuard default_stream(guard_impl().getDefaultStream(chip(0)));
    torch::nll_loss(scores, target);
  });
  CHECK(direct.find("out of bounds") != std::string::npos);
}

TEST_CASE("training on a stream") {
  const auto stream = new_stream();
  const c10::StreamGuard guard(stream);
  auto w = torch::full({64, 64}, 0.01f, on_chip()).requires_grad_();
  auto v = torch::full({64, 64}, 0.01f).requires_grad_();
  for (int i = 0; i < 5; ++i) {
    torch::tanh(torch::mm(w, w)).sum().backward();
    torch::tanh(torch::mm(v, v)).sum().backward();
  }
  CHECK(near(w.grad(), v.grad()));
}

TEST_CASE("many threads on both chips, on default and other streams") {
  power_on();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      const int index = t % 2;
      c10::OptionalStreamGuard guard;
      if (t >= 4) guard.reset_stream(new_stream(index));
      for (int i = 0; i < 40; ++i) {
        auto x = torch::full({32, 32}, float(t), on_chip(index));
        auto y = torch::mm(x, x).add_(1).to(chip(1 - index)).to(chip(index)).relu();
        auto z =
            torch::index_select(y, 0, torch::zeros({1}, on_chip(index).dtype(torch::kLong)));  // by the host fallback
        if (!near(z, torch::full({1, 32}, 32.f * t * t + 1))) ++wrong;
        auto w = torch::full({4}, 2.f, on_chip(index)).requires_grad_();
        (w * w).sum().backward();
        if (!near(w.grad(), torch::full({4}, 4.f))) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}
