// Budget: the first use costs 1 ms over the bare dlopen and the plugin's own work. Prints, in microseconds, either how
// long the first torch::Device(NAME) took, or how long the dlopen of the plugin's library alone.
//
//     bench_first_use NAME         the first use, accelloader installed before
//     bench_first_use --bare LIB   dlopen, and the activation of a plugin of the contract
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <string_view>

#include <c10/core/DeviceType.h>

#include <accelloader/plugin_abi.h>
#include <accelloader/torch.hpp>

namespace {

void no_log(const accelloader_host_t*, std::int32_t, const char*) {}

void open_bare(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  auto* query = reinterpret_cast<accelloader_plugin_query_fn>(dlsym(handle, ACCELLOADER_PLUGIN_ENTRY));
  if (query) {
    accelloader_host_t host = {};
    host.struct_size = sizeof host;
    host.abi_major = ACCELLOADER_PLUGIN_ABI_MAJOR;
    host.accelloader_version = "";
    host.backend = "bare";
    host.manifest_path = "";
    host.log = &no_log;
    accelloader_failure_t failure = {};
    failure.struct_size = sizeof failure;
    query(ACCELLOADER_PLUGIN_ABI_MAJOR, ACCELLOADER_PLUGIN_ABI_MINOR)->activate(&host, &failure);
  }
  c10::register_privateuse1_backend("bare");
  static_cast<void>(c10::Device("bare"));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const bool bare = std::string_view(argv[1]) == "--bare";
  if (!bare) accelloader::torch::install();
  const auto start = std::chrono::steady_clock::now();
  if (bare)
    open_bare(argv[2]);
  else
    static_cast<void>(c10::Device(argv[1]));
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  std::printf("%.1f\n", took.count());
}
