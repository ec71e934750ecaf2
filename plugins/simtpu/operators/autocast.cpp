// Automatic mixed precision: which operators compute in the smaller type, and which in float.
#include <ATen/autocast_mode.h>

#include "operators/operators.hpp"

namespace simtpu {
namespace {

namespace ops = at::_ops;
using at::autocast::CastPolicy;

/// The operator `Op`, with its arguments cast first.
template <CastPolicy policy, class Op>
constexpr auto cast = &at::autocast::WrapFunction<policy, c10::DeviceType::PrivateUse1, typename Op::schema,
                                                  typename Op::schema, &Op::call>::type::call;

/// All operators that have no rule.
void leave_types_alone(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  constexpr c10::DispatchKeySet below(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::AutocastPrivateUse1);
  op.redispatchBoxed(keys & below, stack);
}

}  // namespace

void register_autocast_casts(torch::Library& aten) {
  aten.impl("mm", cast<CastPolicy::lower_precision_fp, ops::mm>);
  aten.impl("bmm", cast<CastPolicy::lower_precision_fp, ops::bmm>);
  aten.impl("addmm", cast<CastPolicy::lower_precision_fp, ops::addmm>);
  aten.impl("baddbmm", cast<CastPolicy::lower_precision_fp, ops::baddbmm>);
  aten.impl("linear", cast<CastPolicy::lower_precision_fp, ops::linear>);
  aten.impl("matmul", cast<CastPolicy::lower_precision_fp, ops::matmul>);
  aten.impl("convolution", cast<CastPolicy::lower_precision_fp, ops::convolution>);
  aten.impl("softmax.int", cast<CastPolicy::fp32, ops::softmax_int>);
  aten.impl("log_softmax.int", cast<CastPolicy::fp32, ops::log_softmax_int>);
  aten.impl("mse_loss", cast<CastPolicy::fp32, ops::mse_loss>);
  aten.impl("nll_loss", cast<CastPolicy::fp32, ops::nll_loss>);
}

// A fallthrough would be shorter, but registering one changes what other threads' dispatch reads without a lock.
void register_autocast_fallback(torch::Library& all) {
  all.fallback(torch::CppFunction::makeFromBoxedFunction<&leave_types_alone>());
}

}  // namespace simtpu
