// Copies: host to chip, chip to host, chip to chip, with conversion of types and strides on the way.
//
// Each runs on the current stream of a chip, and blocks until it is done, except where libtorch may go on: between
// tensors of one chip, between chips, and where the caller says non_blocking and the host's memory is pinned.
#include <ATen/core/Tensor.h>
#include <ATen/ops/_local_scalar_dense.h>

#include "chip/event.hpp"
#include "operators/launch.hpp"
#include "operators/operators.hpp"
#include "runtime/devices.hpp"

namespace simtpu {
namespace {

void copy(at::Tensor& to, const at::Tensor& from) { to.copy_(from); }

bool on_host_or_chip(const at::Tensor& tensor) { return tensor.is_cpu() || tensor.is_privateuseone(); }

/// The source's stream does the work: after what the destination's stream had to do before, and before what it does
/// next.
void copy_between_chips(const at::Tensor& from, const at::Tensor& to) {
  auto& source = stream_of(current_stream(from.device()));
  auto& destination = stream_of(current_stream(to.device()));
  chip::Event ready(/*timed=*/false);
  ready.record(destination);
  ready.block(source);
  launch_on(source, copy, to, from);
  chip::Event done(/*timed=*/false);
  done.record(source);
  done.block(destination);
}

void copy_between_host_and_chip(const at::Tensor& from, const at::Tensor& to, bool non_blocking) {
  const at::Tensor& on_host = from.is_cpu() ? from : to;
  auto& stream = stream_of(current_stream((from.is_cpu() ? to : from).device()));
  launch_on(stream, copy, to, from);
  if (!non_blocking || !chip::Board::get().pinned_memory().contains(on_host.const_data_ptr())) stream.synchronize();
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& from, bool non_blocking) {
  if (self.is_same(from)) return self;
  if (from._is_zerotensor()) return self.zero_();
  if (!on_host_or_chip(self) || !on_host_or_chip(from)) return self.copy_(from.cpu());  // all accelerators meet there
  const at::Tensor source = from.expand_as(self);
  if (self.numel() == 0) return self;
  if (source.is_cpu() || self.is_cpu())
    copy_between_host_and_chip(source, self, non_blocking);
  else if (source.device() == self.device())
    launch(copy, self, source);
  else
    copy_between_chips(source, self);
  return self;
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& destination, bool non_blocking) {
  at::Tensor to = destination;
  return copy_(to, self, non_blocking);
}

/// How the host fallback writes the results of operators with `out` back.
at::Tensor copy_from_and_resize(const at::Tensor& self, const at::Tensor& destination) {
  if (destination.sizes() != self.sizes()) destination.resize_(self.sizes());
  return copy_from(self, destination, /*non_blocking=*/false);
}

at::Scalar local_scalar_dense(const at::Tensor& self) {
  at::Scalar value;
  const auto kernel = [&value](const at::Tensor& tensor) { value = at::_local_scalar_dense(tensor); };
  auto& stream = common_stream({self});
  launch_on(stream, kernel, self);
  stream.synchronize();
  return value;
}

}  // namespace

void register_copies(torch::Library& aten) {
  // libtorch's own copy_ would call _copy_from, but for ever if one of the tensors is a conjugate.
  aten.impl("copy_", &copy_);
  aten.impl("_copy_from", &copy_from);
  aten.impl("_copy_from_and_resize", &copy_from_and_resize);
  aten.impl("_local_scalar_dense", &local_scalar_dense);
}

}  // namespace simtpu
