// How an operator gets something executed by a chip: the one way, for all of them.
//
// A kernel is a function of tensors that lie in the memory of the chip, as the chip sees it. Here libtorch's own CPU
// kernels do the arithmetic, since the simulated chip is the CPU. A vendor's kernels would do the same with the
// vendor's calls, on data_ptr(), sizes() and strides() of the same tensors.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Storage.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include "chip/region.hpp"
#include "chip/stream.hpp"
#include "operators/mirror.hpp"

namespace simtpu {

/// The tensors that a kernel works on: as the chip sees them, and with all that keeps their memory alive.
class Operands {
 public:
  /// `tensor` may be undefined, on a chip, or on the host.
  at::Tensor add(const at::Tensor& tensor);
  /// Lets the chip, and for that long the host, touch the memory.
  std::vector<chip::MemoryAccess> open() const { return {regions_.begin(), regions_.end()}; }

 private:
  Mirror mirror_{c10::DeviceType::CPU};
  std::vector<std::shared_ptr<chip::Region>> regions_;
  std::vector<c10::Storage> on_host_;
};

/// What a thread's settings must not change about kernels: they neither record gradients nor cast automatically.
class KernelScope {
  at::AutoDispatchBelowADInplaceOrView no_autograd_;
  c10::impl::ExcludeDispatchKeyGuard no_autocast_{c10::autocast_dispatch_keyset};
};

/// The current stream of the chip that holds the first defined one of `tensors`. Throws c10::Error when others are
/// elsewhere; single numbers on the host may be among them.
chip::Stream& common_stream(std::initializer_list<std::reference_wrapper<const at::Tensor>> tensors);

/// Gives `stream` the work kernel(tensors...). The tensors may be let go before it is done.
template <class Kernel, class... Tensors>
void launch_on(chip::Stream& stream, Kernel kernel, const Tensors&... tensors) {
  Operands operands;
  std::tuple views{operands.add(tensors)...};
  stream.submit([kernel = std::move(kernel), operands = std::move(operands), views = std::move(views)]() mutable {
    const auto opened = operands.open();
    const KernelScope scope;
    std::apply(kernel, views);
  });
}

/// What a kernel gets for `tensor`: a single number on the host goes to the chip by value, since the host may change it
/// before the kernel runs.
at::Tensor by_value(const at::Tensor& tensor);

/// Gives the current stream of the chip that holds `tensors` the work kernel(tensors...).
template <class Kernel, class... Tensors>
void launch(Kernel kernel, const Tensors&... tensors) {
  launch_on(common_stream({std::cref(tensors)...}), std::move(kernel), by_value(tensors)...);
}

/// Gives `out` the shape of `like`, if it has another.
void match_shape(at::Tensor& out, const at::Tensor& like);

/// Finds out what kernel(outs..., inputs...) will need, by a run without memory: checks the arguments, with libtorch's
/// own messages, and gives each of `outs` the shape of the result. Wherever libtorch knows an operator's shape function
/// this saves writing a second one.
template <class Kernel, class... Outs, class... Inputs>
void prepare(Kernel kernel, std::tuple<Outs&...> outs, const Inputs&... inputs) {
  const KernelScope scope;
  Mirror mirror{c10::DeviceType::Meta};
  std::apply(
      [&](auto&... out) {
        std::tuple shapes{mirror(out)...};
        std::apply([&](auto&... shape) { kernel(shape..., mirror(inputs)...); }, shapes);
        std::apply([&](auto&... shape) { (match_shape(out, shape), ...); }, shapes);
      },
      outs);
}

/// The whole of an operator with one result: kernel(out, inputs...), with `out` made ready first.
template <class Kernel, class... Inputs>
at::Tensor& launch_out(at::Tensor& out, Kernel kernel, const Inputs&... inputs) {
  prepare(kernel, std::tie(out), inputs...);
  launch(std::move(kernel), out, inputs...);
  return out;
}

}  // namespace simtpu
