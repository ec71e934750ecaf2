// Random numbers, drawn on the chip from its generator.
#include <cstdint>
#include <mutex>
#include <tuple>

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mul.h>

#include "operators/launch.hpp"
#include "operators/operators.hpp"
#include "runtime/generator.hpp"

namespace simtpu {
namespace {

using at::Tensor;
using MaybeGenerator = std::optional<at::Generator>;

/// Runs kernel(tensors..., source) and waits for it: a generator has one state, so draws must not be put off until
/// after the host has reseeded it.
template <class... Tensors, class Kernel>
void draw(const MaybeGenerator& asked, const std::tuple<Tensors&...>& tensors, const Kernel& kernel) {
  at::Generator generator = generator_for(asked, std::get<0>(tensors).device());
  const std::lock_guard lock(generator.mutex());
  const at::Generator source = generator.get<Generator>()->source();
  const auto with_source = [&](auto&... views) { kernel(views..., source); };
  auto& stream = std::apply(
      [](auto&... all) -> auto& { return common_stream({all...}); }, tensors);
  std::apply([&](auto&... all) { launch_on(stream, with_source, all...); }, tensors);
  stream.synchronize();
}

Tensor& uniform_(Tensor& self, double from, double to, MaybeGenerator generator) {
  draw(generator, std::tie(self), [=](Tensor& out, const at::Generator& source) { out.uniform_(from, to, source); });
  return self;
}

Tensor& normal_(Tensor& self, double mean, double width, MaybeGenerator generator) {
  draw(generator, std::tie(self), [=](Tensor& out, const at::Generator& source) { out.normal_(mean, width, source); });
  return self;
}

Tensor& exponential_(Tensor& self, double rate, MaybeGenerator generator) {
  draw(generator, std::tie(self), [=](Tensor& out, const at::Generator& source) { out.exponential_(rate, source); });
  return self;
}

Tensor& random_(Tensor& self, MaybeGenerator generator) {
  draw(generator, std::tie(self), [](Tensor& out, const at::Generator& source) { out.random_(source); });
  return self;
}

Tensor& random_to_(Tensor& self, std::int64_t to, MaybeGenerator generator) {
  draw(generator, std::tie(self), [=](Tensor& out, const at::Generator& source) { out.random_(to, source); });
  return self;
}

Tensor& random_from_(Tensor& self, std::int64_t from, std::optional<std::int64_t> to, MaybeGenerator generator) {
  draw(generator, std::tie(self), [=](Tensor& out, const at::Generator& source) { out.random_(from, to, source); });
  return self;
}

Tensor& bernoulli_(Tensor& self, double probability, MaybeGenerator generator) {
  const auto kernel = [=](Tensor& out, const at::Generator& source) { out.bernoulli_(probability, source); };
  draw(generator, std::tie(self), kernel);
  return self;
}

Tensor& bernoulli_of_tensor_(Tensor& self, const Tensor& probability, MaybeGenerator generator) {
  const auto kernel = [](Tensor& out, const Tensor& p, const at::Generator& source) { out.bernoulli_(p, source); };
  draw(generator, std::tie(self, probability), kernel);
  return self;
}

/// What dropout calls on all devices but the CPU. The answer is the output and which elements were kept.
std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double probability, std::optional<bool> train) {
  const bool drops = train.value_or(true);
  const double kept = drops ? 1 - probability : 1;
  Tensor output = at::empty_like(input);
  Tensor mask = at::empty_like(input, input.options().dtype(at::kBool));
  const auto kernel = [=](Tensor& out, Tensor& keep, const Tensor& in, const at::Generator& source) {
    if (drops)
      keep.bernoulli_(kept, source);
    else
      keep.fill_(true);
    at::mul_out(out, in, keep).mul_(kept == 0 ? 0 : 1 / kept);
  };
  draw(std::nullopt, std::tie(output, mask, input), kernel);
  return {output, mask};
}

Tensor native_dropout_backward(const Tensor& gradient, const Tensor& mask, double scale) {
  Tensor out = at::empty_like(gradient);
  const auto kernel = [scale](Tensor& to, const Tensor& grad, const Tensor& kept) {
    at::mul_out(to, grad, kept).mul_(scale);
  };
  launch(kernel, out, gradient, mask);
  return out;
}

}  // namespace

void register_random(torch::Library& aten) {
  aten.impl("uniform_", &uniform_);
  aten.impl("normal_", &normal_);
  aten.impl("exponential_", &exponential_);
  aten.impl("random_", &random_);
  aten.impl("random_.to", &random_to_);
  aten.impl("random_.from", &random_from_);
  aten.impl("bernoulli_.float", &bernoulli_);
  aten.impl("bernoulli_.Tensor", &bernoulli_of_tensor_);
  aten.impl("native_dropout", &native_dropout);
  aten.impl("native_dropout_backward", &native_dropout_backward);
}

}  // namespace simtpu
