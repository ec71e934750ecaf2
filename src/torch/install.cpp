#include <mutex>

#include <accelloader/torch.hpp>

#include "platform/log_message.hpp"
#include "torch/device_name_hook.hpp"
#include "torch/first_use.hpp"
#include "torch/libtorch_slot.hpp"
#include "torch/parser_coverage.hpp"
#include "torch/placeholder_guard.hpp"
#include "torch/sentinel_ops.hpp"
#include "torch/start_up.hpp"

namespace accelloader::torch {
namespace {

/// What is done once, however often install() is called.
struct Installation {
  bool placeholders = false;

  explicit Installation(InstallOptions options) {
    set_device_loader(options.loader ? std::move(*options.loader) : Loader::discover());
    plugin::set_torch_border(new LibtorchSlot);
    // Where no back end could be loaded there is nothing to stand in for, and libtorch's own words are the right ones.
    // Where one is loaded already, nothing is taken from it.
    placeholders = device_loader().describes(Kind::torch) && install_placeholder_guard();
    if (placeholders) install_sentinel_ops();
    set_name_resolver(&use_device);
  }
};

InstallFailed not_covered(const std::vector<ParserCaller>& callers) {
  Error error(ErrorCode::border_not_installed, "no call of libtorch's device name parser could be led to accelloader");
  if (!libtorch_device_parser()) error.note("libc10 is not loaded, or has no c10::Device(const std::string&)");
  for (const ParserCaller& caller : callers) error.note("the slot of `" + caller.path + "` cannot be written");
  error.help("link accelloader::torch before libtorch");
  return InstallFailed(std::move(error));
}

InstallReport report(const std::vector<ParserCaller>& callers, bool placeholders) {
  InstallReport report{.objects = {}, .placeholders = placeholders};
  for (const ParserCaller& caller : callers) {
    if (caller.way == ParserCaller::Way::not_covered) {
      platform::log_message(LogLevel::warning,
                            "`" + caller.path + "` parses device names, and its slot cannot be written");
      continue;
    }
    const bool patched = caller.way == ParserCaller::Way::patched;
    report.objects.push_back({caller.path, patched ? Coverage::patched : Coverage::interposed});
  }
  if (report.objects.empty()) throw not_covered(callers);
  return report;
}

}  // namespace

InstallReport install(InstallOptions options) {
  static std::mutex mutex;
  static const Installation* installation = nullptr;
  const std::lock_guard lock(mutex);
  InstallReport covered = report(cover_parser_callers(), false);
  if (!installation) installation = new Installation(std::move(options));
  covered.placeholders = installation->placeholders;
  return covered;
}

Loader loader() { return device_loader(); }

void prepare_probe() { plugin::set_torch_border(new LibtorchSlot); }

void install_at_start_up() noexcept {
  try {
    install();
  } catch (const std::exception& error) {
    platform::log_message(LogLevel::error, error.what());
  }
}

}  // namespace accelloader::torch

/// What accelloader-probe looks up in this library: a plugin is loaded as ever, and no device name is made known.
extern "C" ACCELLOADER_EXPORT void accelloader_torch_prepare_probe() { accelloader::torch::prepare_probe(); }
