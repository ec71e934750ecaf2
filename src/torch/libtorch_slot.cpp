#include "torch/libtorch_slot.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/DeviceType.h>
#include <c10/util/Exception.h>
#include <torch/version.h>

#include "torch/device_name_hook.hpp"
#include "torch/expected_warnings.hpp"
#include "torch/parser_coverage.hpp"
#include "torch/placeholder_guard.hpp"
#include "torch/sentinel_ops.hpp"

namespace accelloader::torch {
namespace {

static_assert(sizeof(c10::Device) == sizeof(RawDevice), "c10::Device is no longer two bytes");

/// Who holds the slot, by what is known here.
struct Holder {
  enum class State { loading, loaded, spoiled };

  std::string name;
  State state = State::loading;
};

struct Slot {
  std::mutex mutex;  // never held while a plugin runs
  std::optional<Holder> holder;
  std::atomic<bool> loading = false;  // the holder's state, for those who cannot wait for the mutex
};

Slot& slot() {
  static auto& the_slot = *new Slot;
  return the_slot;
}

std::string registered_name() {
  return c10::is_privateuse1_backend_registered() ? c10::get_privateuse1_backend() : std::string();
}

/// Whether libtorch holds something of a back end, whoever put it there.
bool touched() {
  return plugin_guard() || c10::is_privateuse1_backend_registered() || at::isPrivateUse1HooksRegistered() ||
         allocating_operator_registered();
}

std::string taken_text(const std::optional<Holder>& holder) {
  if (!holder) {
    const std::string name = registered_name();
    return name.empty() ? "a back end that the program loaded itself"
                        : "`" + name + "`, which the program loaded itself";
  }
  switch (holder->state) {
    case Holder::State::loading: return "`" + holder->name + "`, which is being loaded";
    case Holder::State::loaded: return "`" + holder->name + "`";
    case Holder::State::spoiled: break;
  }
  return "what `" + holder->name + "` registered before it failed";
}

Error slot_taken(const Descriptor& descriptor, const std::optional<Holder>& holder) {
  return Error(ErrorCode::device_slot_taken, "libtorch's only out-of-tree slot is taken by " + taken_text(holder))
      .at(descriptor.locate(descriptor.name_span))
      .help("a process can use one out-of-tree device: use another process for this one");
}

class SlotClaim final : public plugin::TorchBorder::Claim {
 public:
  explicit SlotClaim(const Descriptor& descriptor) : descriptor_(descriptor) {}

  ~SlotClaim() override {
    const std::lock_guard lock(slot().mutex);
    slot().loading.store(false, std::memory_order_release);
    if (verified_)
      slot().holder->state = Holder::State::loaded;
    else if (touched())
      slot().holder->state = Holder::State::spoiled;
    else
      slot().holder.reset();
  }

  std::optional<Error> verify() override {
    const std::string name = registered_name();
    if (!name.empty() && name != descriptor_.name)
      return fail(ErrorCode::device_name_mismatch,
                  "the plugin has registered itself as `" + name + "`, and not as `" + descriptor_.name + "`");
    if (!plugin_guard()) return fail(ErrorCode::device_guard_missing, "the plugin has registered no device guard");
    if (!allocating_operator_registered())
      return fail(ErrorCode::device_allocator_missing,
                  "the plugin has registered no `aten::empty.memory_format`, so no tensor can be made on the device");
    if (name.empty()) c10::register_privateuse1_backend(descriptor_.name);
    cover_parser_callers();  // the plugin, and what it brought along, may parse device names
    verified_ = true;
    return std::nullopt;
  }

 private:
  Error fail(ErrorCode code, std::string message) const {
    return Error(code, std::move(message)).at(descriptor_.locate(descriptor_.library_span));
  }

  const Descriptor& descriptor_;
  ExpectedWarnings quiet_;
  bool verified_ = false;
};

}  // namespace

Result<std::unique_ptr<plugin::TorchBorder::Claim>> LibtorchSlot::claim(const Descriptor& descriptor) {
  const std::lock_guard lock(slot().mutex);
  if (slot().holder || touched()) return slot_taken(descriptor, slot().holder);
  slot().holder = Holder{descriptor.name};
  slot().loading.store(true, std::memory_order_release);
  return std::unique_ptr<Claim>(std::make_unique<SlotClaim>(descriptor));
}

bool slot_filled() noexcept { return !slot().loading.load(std::memory_order_acquire) && plugin_guard(); }

Version LibtorchSlot::libtorch_version() const { return Version::parse(TORCH_VERSION); }

}  // namespace accelloader::torch
