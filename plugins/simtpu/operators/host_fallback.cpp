// Operators that chips have no kernel for: libtorch copies their tensors to the host, computes there, and copies back.
#include <mutex>

#include <ATen/core/Generator.h>
#include <ATen/native/CPUFallback.h>

#include "operators/operators.hpp"
#include "runtime/devices.hpp"
#include "runtime/generator.hpp"

namespace simtpu {
namespace {

/// The first device among the arguments that is a chip's.
std::optional<c10::Device> chip_among(c10::ArrayRef<c10::IValue> arguments) {
  for (const auto& argument : arguments) {
    if (argument.isTensor() && argument.toTensor().is_privateuseone()) return argument.toTensor().device();
    if (argument.isDevice() && argument.toDevice().is_privateuseone()) return argument.toDevice();
  }
  return std::nullopt;
}

bool is_generator(const c10::Argument& argument) {
  return argument.type()->isSubtypeOf(*c10::OptionalType::create(c10::GeneratorType::get()));
}

/// A chip's generator while the host draws from it.
struct LentGenerator {
  at::Generator generator;
  std::unique_lock<std::mutex> lock;
};

/// An operator that draws random numbers on the host draws them from the chip's generator all the same.
LentGenerator lend_generator(const c10::FunctionSchema& schema, c10::ArrayRef<c10::IValue> arguments,
                             torch::jit::Stack& stack) {
  for (std::size_t i = 0; i < schema.arguments().size(); ++i) {
    if (!is_generator(schema.arguments()[i])) continue;
    auto& argument = stack[stack.size() - schema.arguments().size() + i];
    auto generator =
        generator_for(argument.toOptional<at::Generator>(), chip_among(arguments).value_or(device_at(current_chip())));
    argument = generator.get<Generator>()->source();
    std::unique_lock lock(generator.mutex());
    return {std::move(generator), std::move(lock)};
  }
  return {};
}

void run_on_host(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const auto arguments = torch::jit::last(*stack, op.schema().arguments().size());
  const auto lent = lend_generator(op.schema(), arguments, *stack);
  at::native::cpu_fallback(op, stack);
}

}  // namespace

void register_host_fallback(torch::Library& all) {
  all.fallback(torch::CppFunction::makeFromBoxedFunction<&run_on_host>());
}

}  // namespace simtpu
