#include "loader/candidate.hpp"

#include <algorithm>

#include "binary/library_path.hpp"
#include "hardware/judge.hpp"
#include "hardware/requirements.hpp"

namespace accelloader::loader {
namespace {

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

  /// True if one of them is an error.
  bool add(std::vector<Finding> findings) {
    const auto is_error = [](const Finding& found) { return found.severity == Severity::error; };
    const bool any = std::ranges::any_of(findings, is_error);
    std::ranges::move(findings, std::back_inserter(verdict_.findings));
    return any;
  }

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
    auto place = binary::find_library(descriptor, {context_.root, context_.trusted});
    if (place) {
      verdict_.library = std::move(place).value();
      return;
    }
    verdict_.findings.push_back(finding(std::move(place).error()));
    stop(Status::broken);
  }

  const Catalog::Entry& entry_;
  hardware::Machine& machine_;
  const Context& context_;
  Verdict verdict_;
};

}  // namespace

const Error* Verdict::reason() const noexcept {
  for (const Finding& found : findings)
    if (found.severity == Severity::error) return &found.error;
  return nullptr;
}

const Descriptor* Candidate::descriptor() const noexcept { return entry_.reading.validation.descriptor.get(); }

const Verdict& Candidate::verdict() const {
  std::call_once(judged_, [this] { verdict_ = VerdictMaker(entry_, machine_, context_).make(); });
  return verdict_;
}

}  // namespace accelloader::loader
