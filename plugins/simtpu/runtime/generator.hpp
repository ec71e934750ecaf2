// The random numbers of a chip.
#pragma once

#include <cstdint>

#include <ATen/core/Generator.h>
#include <c10/core/GeneratorImpl.h>

namespace simtpu {

/// Draws what the CPU's generator draws from the same seed, so that a program can be compared with itself on the CPU.
/// As any generator of libtorch it is not synchronized: whoever uses it holds its mutex.
class Generator final : public c10::GeneratorImpl {
 public:
  explicit Generator(c10::DeviceIndex chip);

  void set_current_seed(std::uint64_t seed) override;
  std::uint64_t current_seed() const override;
  std::uint64_t seed() override;
  void set_offset(std::uint64_t offset) override;
  std::uint64_t get_offset() const override;
  void set_state(const c10::TensorImpl& state) override;
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override;

  /// The source itself, as kernels take it.
  at::Generator& source() { return source_; }

 private:
  Generator* clone_impl() const override;

  at::Generator source_;
};

/// The generator of that chip which is used where none is named; -1 means the current chip. Lives as long as the
/// process.
const at::Generator& default_generator(c10::DeviceIndex chip);
at::Generator new_generator(c10::DeviceIndex chip);

/// The generator behind `asked`, or the default one of `device` if none was asked for. Throws c10::Error when it
/// belongs to another device.
at::Generator generator_for(const std::optional<at::Generator>& asked, c10::Device device);

}  // namespace simtpu
