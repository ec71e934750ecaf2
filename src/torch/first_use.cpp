#include "torch/first_use.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <accelloader/torch.hpp>

#include "platform/log_message.hpp"

namespace accelloader::torch {
namespace {

// Leaked: devices are used while the process ends.
Loader* the_loader = nullptr;

bool is_torch(const Backend& backend) {
  const Descriptor* descriptor = backend.descriptor();
  return descriptor && descriptor->kind == Kind::torch;
}

bool usable(const Backend& backend) { return backend.status() == Status::ready || backend.status() == Status::loaded; }

/// One a name: that which a load would take.
std::vector<Backend> torch_backends() {
  std::vector<Backend> found;
  for (Backend& backend : device_loader().backends())
    if (is_torch(backend) && backend.status() != Status::shadowed && backend.status() != Status::disabled)
      found.push_back(std::move(backend));
  return found;
}

void load(std::string_view name) {
  auto plugin = Loader(device_loader()).load(name);
  if (!plugin) throw BackendUnavailable(std::move(plugin).error());
}

Error not_a_device(const Backend& backend) {
  const Descriptor& descriptor = *backend.descriptor();
  const std::string kind(to_string(descriptor.kind));
  return Error(ErrorCode::not_a_libtorch_device,
               "backend `" + descriptor.name + "` is of kind `" + kind + "`, and no libtorch device")
      .at(descriptor.locate(descriptor.name_span))
      .note("it is " + std::string(to_string(backend.status())) + ": " + std::string(backend.hardware()));
}

Error none_usable(const std::vector<Backend>& backends) {
  Error error(backends.front().reason()->code(),
              "no libtorch back end of this machine can be used for `privateuseone`");
  for (const Backend& backend : backends) {
    const Error* reason = backend.reason();
    error.caused_by(Error(reason->code(), "`" + std::string(backend.name()) + "`: " + std::string(reason->message())));
  }
  return error;
}

Error several_usable(const std::vector<Backend>& backends) {
  Error error(ErrorCode::device_ambiguous, "`privateuseone` can mean more than one back end of this machine");
  for (const Backend& backend : backends)
    error.note("`" + std::string(backend.name()) + "`: " + std::string(backend.hardware()));
  error.help("name the device, or choose one with ACCELLOADER_BACKENDS");
  return error;
}

}  // namespace

void set_device_loader(Loader loader) { the_loader = new Loader(std::move(loader)); }
const Loader& device_loader() { return *the_loader; }

bool use_device(std::string_view name) {
  const auto backend = device_loader().find(name);
  if (!backend) return false;
  if (backend->descriptor() && !is_torch(*backend) && usable(*backend))
    throw BackendUnavailable(not_a_device(*backend));
  load(name);
  return true;
}

void use_the_device() {
  std::vector<Backend> backends = torch_backends();
  std::vector<Backend> candidates;
  std::ranges::copy_if(backends, std::back_inserter(candidates), &usable);
  if (candidates.size() == 1) return load(candidates.front().name());
  if (candidates.size() > 1) throw BackendUnavailable(several_usable(candidates));
  // A load that failed is told as it was.
  for (const Backend& backend : backends)
    if (backend.status() == Status::failed) return load(backend.name());
  throw BackendUnavailable(none_usable(backends));
}

c10::DeviceIndex probed_device_count() noexcept {
  try {
    int most = 0;
    for (const Backend& backend : torch_backends())
      if (usable(backend)) most = std::max(most, backend.device_count());
    return static_cast<c10::DeviceIndex>(std::min(most, 127));
  } catch (const std::exception& error) {
    platform::log_message(LogLevel::error, error.what());
    return 0;
  }
}

}  // namespace accelloader::torch
