#include "loader/candidate.hpp"

#include <algorithm>

#include "binary/inspect.hpp"
#include "binary/library_path.hpp"
#include "hardware/judge.hpp"
#include "hardware/lock_file.hpp"
#include "hardware/requirements.hpp"

namespace accelloader::loader {
namespace {

/// True if one of them is an error.
bool add(Verdict& verdict, std::vector<Finding> findings) {
  const auto is_error = [](const Finding& found) { return found.severity == Severity::error; };
  const bool any = std::ranges::any_of(findings, is_error);
  std::ranges::move(findings, std::back_inserter(verdict.findings));
  return any;
}

Verdict inspected(Verdict verdict, const Descriptor& descriptor, const Context& context) {
  const binary::ProcessView process{.root = context.root,
                                    .environment = &context.trusted,
                                    .preload = descriptor.load.preload,
                                    .privileged = context.privileged};
  const auto depth = context.inspection == Inspection::packages  ? binary::Depth::packages
                     : context.inspection == Inspection::symbols ? binary::Depth::symbols
                                                                 : binary::Depth::files;
  if (add(verdict, binary::inspect_library(descriptor, verdict.library->path, process, depth)))
    verdict.status = Status::broken;
  return verdict;
}

/// Walks the stages until one of them stops the backend.
class VerdictMaker {
 public:
  VerdictMaker(const Catalog::Entry& entry, hardware::Machine& machine, const Context& context)
      : entry_(entry), machine_(machine), context_(context) {}

  Verdict make() {
    for (const Finding& found : entry_.reading.validation.findings) verdict_.findings.push_back(found.clone());
    if (!entry_.reading.validation.descriptor)
      stop(Status::broken);
    else if (entry_.disabled)
      disable();
    else
      judge(*entry_.reading.validation.descriptor);
    if (verdict_.hardware.empty()) verdict_.hardware = "unknown";
    return std::move(verdict_);
  }

 private:
  void stop(Status status) {
    if (verdict_.usable()) verdict_.status = status;
  }

  bool add(std::vector<Finding> findings) { return loader::add(verdict_, std::move(findings)); }

  void disable() {
    verdict_.findings.push_back(
        finding(Error(ErrorCode::backend_disabled, "ACCELLOADER_BACKENDS leaves it out")
                    .note("its value is `" + context_.trusted("ACCELLOADER_BACKENDS").value_or("") + "`")));
    stop(Status::disabled);
  }

  void judge(const Descriptor& descriptor) {
    if (add(hardware::judge_system(descriptor, machine_))) return stop(Status::broken);
    hardware::Judgement hardware = hardware::judge_hardware(descriptor, machine_);
    verdict_.device_count = hardware.device_count;
    verdict_.hardware = std::move(hardware.summary);
    add(std::move(hardware.findings));
    if (hardware.presence == hardware::Presence::absent) return stop(Status::absent);
    if (hardware.presence == hardware::Presence::blocked) return stop(Status::blocked);
    if (add(hardware::judge_kernel_modules(descriptor, machine_))) return stop(Status::blocked);
    if (add(hardware::judge_lock_files(descriptor, machine_))) return stop(Status::blocked);
    if (context_.this_machine() && add(hardware::judge_environment(descriptor, context_.trusted)))
      return stop(Status::blocked);
    auto place = binary::find_library(descriptor, {context_.root, context_.trusted});
    if (!place) {
      verdict_.findings.push_back(finding(std::move(place).error()));
      return stop(Status::broken);
    }
    verdict_.library = std::move(place).value();
  }

  const Catalog::Entry& entry_;
  hardware::Machine& machine_;
  const Context& context_;
  Verdict verdict_;
};

}  // namespace

Verdict Verdict::clone() const {
  Verdict copy{status, device_count, hardware, library, {}};
  for (const Finding& found : findings) copy.findings.push_back(found.clone());
  return copy;
}

const Error* Verdict::reason() const noexcept {
  for (const Finding& found : findings)
    if (found.severity == Severity::error) return &found.error;
  return nullptr;
}

const Descriptor* Candidate::descriptor() const noexcept { return entry_.reading.validation.descriptor.get(); }

const Verdict& Candidate::placed() const {
  std::call_once(placed_once_, [this] { placed_ = VerdictMaker(entry_, machine_, context_).make(); });
  return placed_;
}

const Verdict& Candidate::verdict() const {
  if (context_.inspection == Inspection::place || !placed().usable()) return placed();
  std::call_once(inspected_once_, [this] { inspected_ = inspected(placed().clone(), *descriptor(), context_); });
  return inspected_;
}

}  // namespace accelloader::loader
