#include "torch/sentinel_ops.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include "torch/first_use.hpp"
#include "torch/libtorch_slot.hpp"

namespace accelloader::torch {
namespace {

/// How libtorch names our kernels in its own messages, and how we know them again in its dumps.
constexpr const char* registered_by = "accelloader placeholder";

struct Sentinel {
  const char* op;
  std::vector<c10::DispatchKey> further_keys = {};
};

// The aten operators that create a tensor from a device alone and have no composite kernel. Further keys are those that
// the layout or the type of the new tensor leads to (c10/core/TensorOptions.h, computeDispatchKey).
std::vector<Sentinel> sentinels() {
  using enum c10::DispatchKey;
  return {{"empty.memory_format", {SparsePrivateUse1, SparseCsrPrivateUse1, QuantizedPrivateUse1}},
          {"empty_strided"},
          {"empty_quantized", {QuantizedPrivateUse1}},
          {"_empty_affine_quantized", {QuantizedPrivateUse1}},
          {"_empty_per_channel_affine_quantized", {QuantizedPrivateUse1}},
          {"_efficientzerotensor"},
          {"from_file"},
          {"tril_indices"},
          {"triu_indices"},
          {"_cudnn_init_dropout_state"},
          {"_make_dep_token"},
          {"_sparse_coo_tensor_with_dims", {SparsePrivateUse1}},
          {"_sparse_coo_tensor_with_dims_and_tensors", {SparsePrivateUse1}}};
}

struct Registration {
  std::string op;
  std::unique_ptr<::torch::Library> library;  // takes the kernel out when it dies
};

struct Registrations {
  std::mutex mutex;
  std::vector<Registration> all;
};

// Never destroyed: the dispatcher may be gone before.
Registrations& registrations() {
  static auto& all = *new Registrations;
  return all;
}

/// After the load, an operator that still leads here is one that the plugin did not register: our kernel gives way to
/// the plugin's fallback, or to libtorch's own words about a missing kernel. Done at such a use, and not for all
/// operators after the load, since other threads may be dispatching the hot ones.
void give_way(const std::string& op) {
  const std::lock_guard lock(registrations().mutex);
  std::erase_if(registrations().all, [&](const Registration& registration) { return registration.op == op; });
}

// A plain function: a functor would be freed under our feet when give_way() takes the kernel out.
void sentinel_kernel(const c10::OperatorHandle& op, c10::DispatchKeySet keys, ::torch::jit::Stack* stack) {
  if (slot_filled()) {
    const c10::OperatorName& name = op.operator_name();
    const std::string base = name.name.substr(name.name.rfind(':') + 1);
    give_way(name.overload_name.empty() ? base : base + "." + name.overload_name);
  } else {
    use_the_device();
  }
  op.redispatchBoxed(keys, stack);
}

void register_sentinel(const char* op, c10::DispatchKey key) {
  auto library = std::make_unique<::torch::Library>(::torch::Library::IMPL, "aten", key, registered_by, 0);
  library->impl(op, ::torch::CppFunction::makeFromBoxedFunction<&sentinel_kernel>());
  registrations().all.push_back({op, std::move(library)});
}

}  // namespace

void install_sentinel_ops() {
  const std::lock_guard lock(registrations().mutex);
  for (const Sentinel& sentinel : sentinels()) {
    register_sentinel(sentinel.op, c10::DispatchKey::PrivateUse1);
    for (const c10::DispatchKey key : sentinel.further_keys) register_sentinel(sentinel.op, key);
  }
}

// The dispatcher tells which kernel is in effect in a dump for people alone: "PrivateUse1: registered at FILE:LINE
// ...", the kernel in effect first.
bool allocating_operator_registered() {
  const auto op = c10::Dispatcher::singleton().findOp({"aten::empty", "memory_format"});
  if (!op) return false;
  const std::string state = op->dumpState();
  constexpr std::string_view key = "\nPrivateUse1: ";
  const auto line = state.find(key);
  if (line == std::string::npos) return false;
  return state.substr(line, state.find('\n', line + 1) - line).find(registered_by) == std::string::npos;
}

}  // namespace accelloader::torch
