// Views: other shapes over the same memory. They touch no memory, so libtorch's own functions will do; but they must be
// registered, because the host fallback can only answer with copies. All other views are made of these.
#include <ATen/core/Tensor.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>

#include "operators/operators.hpp"

namespace simtpu {

void register_views(torch::Library& aten) {
  aten.impl("as_strided", &at::native::as_strided_tensorimpl);
  aten.impl("view", &at::native::view);
  aten.impl("_reshape_alias", &at::native::_reshape_alias);
  aten.impl("unfold", &at::native::unfold);
  aten.impl("view_as_real", &at::native::view_as_real);
  aten.impl("view_as_complex", &at::native::view_as_complex);
}

}  // namespace simtpu
