// Budget: torch::Device("cpu") with the hook costs 10 ns more than without. Both in one run: the constructor as a
// program calls it, and libtorch's own function by its address.
#include <benchmark/benchmark.h>
#include <c10/core/Device.h>

#include <accelloader/torch.hpp>

#include "torch/device_parser.hpp"

namespace {

using accelloader::torch::RawDevice;

void direct(benchmark::State& state, const char* name) {
  const std::string text = name;
  const auto parse = accelloader::torch::libtorch_device_parser();
  for (auto _ : state) {
    RawDevice device;
    parse(&device, text);
    benchmark::DoNotOptimize(device);
  }
}

void hooked(benchmark::State& state, const char* name) {
  const std::string text = name;
  for (auto _ : state) benchmark::DoNotOptimize(c10::Device(text));
}

void unknown_direct(benchmark::State& state) {
  const std::string text = "bogus";
  const auto parse = accelloader::torch::libtorch_device_parser();
  for (auto _ : state) {
    RawDevice device;
    try {
      parse(&device, text);
    } catch (const c10::Error&) {
    }
  }
}

void unknown_hooked(benchmark::State& state, const char* name) {
  const std::string text = name;
  for (auto _ : state) {
    try {
      benchmark::DoNotOptimize(c10::Device(text));
    } catch (const c10::Error&) {
    }
  }
}

BENCHMARK_CAPTURE(direct, cpu, "cpu");
BENCHMARK_CAPTURE(hooked, cpu, "cpu");
BENCHMARK_CAPTURE(direct, cuda_0, "cuda:0");
BENCHMARK_CAPTURE(hooked, cuda_0, "cuda:0");
BENCHMARK(unknown_direct);
BENCHMARK_CAPTURE(unknown_hooked, unknown, "bogus");
BENCHMARK_CAPTURE(unknown_hooked, unavailable, "tpu");

}  // namespace

int main(int argc, char** argv) {
  accelloader::torch::install();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
