// Budget: discover, parse, validate and resolve in 7 us a manifest of 200 bytes. The slope over the number of manifests
// is what counts; the floor is what the same files cost when they are only listed, opened, read and closed.
#include <benchmark/benchmark.h>

#include "loader/catalog.hpp"
#include "manifests.hpp"
#include "platform/file.hpp"

namespace {

accelloader::loader::Context context(const bench::ManifestFolder& folder) {
  return accelloader::loader::completed(
      {.root = "/", .environment = [&folder](std::string_view name) -> std::optional<std::string> {
         return name == "ACCELLOADER_PLUGIN_PATH" ? std::optional(folder.path()) : std::nullopt;
       }});
}

void scan(benchmark::State& state) {
  const bench::ManifestFolder folder(static_cast<int>(state.range(0)));
  const auto options = context(folder);
  for (auto _ : state) benchmark::DoNotOptimize(accelloader::loader::read_catalog(options));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(scan)->Arg(1)->Arg(10)->Arg(100)->Arg(400)->Unit(benchmark::kMicrosecond);

void floor_of_the_system(benchmark::State& state) {
  const bench::ManifestFolder folder(static_cast<int>(state.range(0)));
  for (auto _ : state)
    for (const std::string& name : accelloader::platform::list_folder(folder.path()).names)
      benchmark::DoNotOptimize(accelloader::platform::read_file(folder.path() + "/" + name, 1 << 20));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(floor_of_the_system)->Arg(1)->Arg(10)->Arg(100)->Arg(400)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
