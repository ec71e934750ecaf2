// All that libtorch is told of this back end, in one place.
#include "registration.hpp"

#include <memory>
#include <string>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/DeviceType.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <accelloader/plugin.hpp>

#include "operators/operators.hpp"
#include "runtime/device_allocator.hpp"
#include "runtime/device_guard.hpp"
#include "runtime/hooks.hpp"

namespace simtpu {
namespace {

using accelloader::plugin::Failure;

/// What libtorch keeps pointers to and asks until the very end, and does not own: never deleted.
struct Backend {
  Operators operators;
  Hooks hooks;
  DeviceGuard guard;
};

[[noreturn]] void refuse(const std::string& what) {
  throw Failure(ACCELLOADER_FAILED, what, "use one out-of-tree back end of libtorch in a process");
}

}  // namespace

void require_free_slot(std::string_view backend) {
  if (c10::is_privateuse1_backend_registered() && c10::get_privateuse1_backend() != backend)
    refuse("libtorch's only out-of-tree slot is taken by `" + c10::get_privateuse1_backend() + "`");
  if (at::isPrivateUse1HooksRegistered() ||
      c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(c10::DispatchKey::PrivateUse1))
    refuse("libtorch's only out-of-tree slot is taken by a back end that has not told its name");
}

void register_backend() {
  // If libtorch refuses an operator, all are withdrawn again as this goes.
  auto backend = std::make_unique<Backend>();

  // From here on nothing can fail.
  c10::SetAllocator(c10::DeviceType::PrivateUse1, &DeviceAllocator::get());
  at::RegisterPrivateUse1HooksInterface(&backend->hooks);
  // Last: whoever waits at the guard's door for the back end to load is let through by this.
  const c10::impl::DeviceGuardImplRegistrar registrar(c10::DeviceType::PrivateUse1, &backend->guard);
  (void)backend.release();
}

}  // namespace simtpu
