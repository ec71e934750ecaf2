// Sums and means over dimensions.
#include <cstdint>

#include <ATen/ops/mean.h>
#include <ATen/ops/sum.h>

#include "operators/launch.hpp"
#include "operators/operators.hpp"

namespace simtpu {
namespace {

using at::Tensor;

/// A kernel may run after the caller's array is gone, so it owns a copy.
class Dims {
 public:
  explicit Dims(at::OptionalIntArrayRef dims) {
    if (dims) dims_ = dims->vec();
  }
  at::OptionalIntArrayRef get() const { return dims_ ? at::OptionalIntArrayRef(*dims_) : std::nullopt; }

 private:
  std::optional<std::vector<std::int64_t>> dims_;
};

Tensor& sum(const Tensor& self, at::OptionalIntArrayRef dims, bool keep, std::optional<c10::ScalarType> type,
            Tensor& out) {
  const auto kernel = [dims = Dims(dims), keep, type](Tensor& to, const Tensor& from) {
    at::sum_out(to, from, dims.get(), keep, type);
  };
  return launch_out(out, kernel, self);
}

Tensor& mean(const Tensor& self, at::OptionalIntArrayRef dims, bool keep, std::optional<c10::ScalarType> type,
             Tensor& out) {
  const auto kernel = [dims = Dims(dims), keep, type](Tensor& to, const Tensor& from) {
    at::mean_out(to, from, dims.get(), keep, type);
  };
  return launch_out(out, kernel, self);
}

}  // namespace

void register_reductions(torch::Library& aten) {
  aten.impl("sum.IntList_out", &sum);
  aten.impl("mean.out", &mean);
}

}  // namespace simtpu
