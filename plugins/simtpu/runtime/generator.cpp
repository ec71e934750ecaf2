// The random numbers of a chip.
#include "runtime/generator.hpp"

#include <cstdint>
#include <vector>

#include <ATen/CPUGeneratorImpl.h>

#include "runtime/devices.hpp"

namespace simtpu {

Generator::Generator(c10::DeviceIndex chip)
    : c10::GeneratorImpl(device_at(chip), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
      source_(at::detail::createCPUGenerator()) {}

void Generator::set_current_seed(std::uint64_t seed) { source_.set_current_seed(seed); }

std::uint64_t Generator::current_seed() const { return source_.current_seed(); }

std::uint64_t Generator::seed() { return source_.seed(); }

void Generator::set_offset(std::uint64_t offset) { source_.set_offset(offset); }

std::uint64_t Generator::get_offset() const { return source_.get_offset(); }

void Generator::set_state(const c10::TensorImpl& state) { source_.unsafeGetGeneratorImpl()->set_state(state); }

c10::intrusive_ptr<c10::TensorImpl> Generator::get_state() const {
  return source_.unsafeGetGeneratorImpl()->get_state();
}

Generator* Generator::clone_impl() const {
  auto* const copy = new Generator(device().index());
  copy->source_ = source_.clone();
  return copy;
}

const at::Generator& default_generator(c10::DeviceIndex chip) {
  static const auto& generators = *[] {
    auto* const all = new std::vector<at::Generator>;
    for (c10::DeviceIndex index = 0; index < chip_count(); ++index) all->push_back(new_generator(index));
    return all;
  }();
  return generators[static_cast<std::size_t>(chip_of(device_at(chip)).index())];
}

at::Generator new_generator(c10::DeviceIndex chip) { return at::make_generator<Generator>(device_at(chip).index()); }

at::Generator generator_for(const std::optional<at::Generator>& asked, c10::Device device) {
  device = device_at(device.index());
  if (!asked || !asked->defined()) return default_generator(device.index());
  TORCH_CHECK(asked->device() == device, "a generator of `", asked->device(), "` cannot draw on `", device, "`");
  return *asked;
}

}  // namespace simtpu
