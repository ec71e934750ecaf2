#include "torch/device_name_hook.hpp"

#include <atomic>
#include <stdexcept>

namespace accelloader::torch {
namespace {

std::atomic<NameResolver> the_resolver = nullptr;

}  // namespace

void set_name_resolver(NameResolver resolver) noexcept { the_resolver.store(resolver, std::memory_order_release); }

// libtorch parses first: a name that it knows costs a try block more, and one that nobody claims keeps libtorch's own
// error, which is rethrown as it came.
void parse_device(RawDevice* device, const std::string& text) {
  const DeviceParser parse = libtorch_device_parser();
  if (!parse) throw std::logic_error("a device name is parsed, and libc10 is not loaded");
  try {
    return parse(device, text);
  } catch (...) {
    const NameResolver resolver = the_resolver.load(std::memory_order_acquire);
    const std::string_view name = std::string_view(text).substr(0, text.find(':'));
    if (!resolver || !resolver(name)) throw;
  }
  parse(device, text);
}

}  // namespace accelloader::torch
