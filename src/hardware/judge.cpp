#include "hardware/judge.hpp"

#include <algorithm>
#include <cstdint>

#include "diagnostics/text.hpp"
#include "hardware/rule.hpp"

namespace accelloader::hardware {
namespace {

class Judge {
 public:
  Judge(const Descriptor& descriptor, Machine& machine) : descriptor_(descriptor), machine_(machine) {}

  Judgement judge() {
    const HardwareRequirement& hardware = descriptor_.requires_.hardware;
    if (hardware.empty()) return promised();
    for (const HardwareRule& rule : hardware.all_of) judge_needed(rule);
    if (!hardware.any_of.empty()) judge_choice(hardware.any_of);
    return finish();
  }

 private:
  std::string device_label() const { return descriptor_.device_label.empty() ? "device" : descriptor_.device_label; }
  std::string label_of(const HardwareRule& rule) const {
    if (!rule.label.empty()) return rule.label;
    return descriptor_.device_label.empty() ? "the device of `" + descriptor_.name + "`" : descriptor_.device_label;
  }

  Judgement promised() const {
    Judgement judgement;
    judgement.device_count = descriptor_.device_count.value_or(1);
    judgement.summary = diagnostics::counted(static_cast<std::size_t>(judgement.device_count), device_label());
    return judgement;
  }

  std::string help(std::string_view key) const {
    const auto found = descriptor_.help.find(key);
    return found == descriptor_.help.end() ? std::string() : found->second;
  }

  void absent(std::string message, Span span, const std::vector<std::string>& notes) {
    Error error = Error(ErrorCode::hardware_not_found, std::move(message)).at(descriptor_.locate(span));
    for (const std::string& note : notes) error.note("looked for " + note);
    absent_.push_back(std::move(error.help(help("absent"))));
  }

  void blocked(Error obstacle, Span span) {
    obstacles_.push_back(std::move(obstacle.help(help("blocked")).at(descriptor_.locate(span))));
  }

  RuleResult apply(const HardwareRule& rule) {
    RuleResult result = apply_rule(rule, label_of(rule), machine_);
    if (result.usable > 0) {
      const auto count = static_cast<std::size_t>(result.usable);
      summary_ += summary_.empty() ? "" : ", ";
      // A label of a rule is a model's name, which has no plural.
      summary_ +=
          rule.label.empty() ? diagnostics::counted(count, device_label()) : std::to_string(count) + " x " + rule.label;
    }
    return result;
  }

  void judge_needed(const HardwareRule& rule) {
    RuleResult result = apply(rule);
    if (result.absent()) absent(missing_text({&rule, 1}), rule.span, {looked_for(rule, machine_)});
    if (result.usable == 0) unmet_ = true;
    needed_count_ = std::max(needed_count_, result.usable);
    for (Error& obstacle : result.obstacles) blocked(std::move(obstacle), rule.span);
  }

  void judge_choice(const std::vector<HardwareRule>& rules) {
    bool obstacles = false;
    for (const HardwareRule& rule : rules) {
      RuleResult result = apply(rule);
      choice_count_ += result.usable;
      for (Error& obstacle : result.obstacles) blocked(std::move(obstacle), rule.span), obstacles = true;
    }
    if (choice_count_ > 0) return;
    unmet_ = true;
    if (obstacles) return;
    absent(missing_text(rules), descriptor_.requires_.hardware.span, places_of(rules));
  }

  /// "no Google TPU on the PCI bus".
  std::string missing_text(std::span<const HardwareRule> rules) const {
    const std::string label = rules.size() == 1 && !rules.front().label.empty() ? rules.front().label
                              : descriptor_.device_label.empty() ? "hardware of `" + descriptor_.name + "`"
                                                                 : descriptor_.device_label;
    if (std::ranges::all_of(rules, [](const HardwareRule& rule) { return rule.pci.has_value(); }))
      return "no " + label + " on the PCI bus";
    if (rules.size() == 1) return "no " + label + ": `" + rules.front().device_node + "` does not exist";
    return "no " + label + " in this machine";
  }

  /// Rules that look in one place are one note.
  std::vector<std::string> places_of(std::span<const HardwareRule> rules) const {
    std::vector<std::string> notes;
    HardwareRule all;
    for (const HardwareRule& rule : rules) {
      const bool joins = rule.pci && all.pci && rule.pci->vendor == all.pci->vendor;
      if (!rule.pci || (all.pci && !joins)) {
        notes.push_back(looked_for(rule, machine_));
      } else if (!joins) {
        all = rule;
      } else if (rule.pci->devices.empty()) {
        all.pci->devices.clear();  // every device of the vendor
      } else if (!all.pci->devices.empty()) {
        for (const std::uint16_t device : rule.pci->devices)
          if (std::ranges::find(all.pci->devices, device) == all.pci->devices.end()) all.pci->devices.push_back(device);
      }
    }
    if (all.pci) notes.insert(notes.begin(), looked_for(all, machine_));
    return notes;
  }

  Judgement finish() {
    Judgement judgement;
    judgement.device_count = unmet_ ? 0 : descriptor_.requires_.hardware.any_of.empty() ? needed_count_ : choice_count_;
    judgement.presence = !absent_.empty() ? Presence::absent : unmet_ ? Presence::blocked : Presence::present;
    judgement.summary = summary_.empty() ? "none" : summary_;
    for (Error& error : absent_) judgement.findings.push_back(finding(std::move(error)));
    // A device that is blocked beside others that are not is worth a word and keeps nobody from the others.
    for (Error& error : obstacles_)
      judgement.findings.push_back(unmet_ ? finding(std::move(error)) : warning(std::move(error)));
    return judgement;
  }

  const Descriptor& descriptor_;
  Machine& machine_;
  std::vector<Error> absent_, obstacles_;
  std::string summary_;
  int needed_count_ = 0, choice_count_ = 0;
  bool unmet_ = false;
};

}  // namespace

Judgement judge_hardware(const Descriptor& descriptor, Machine& machine) { return Judge(descriptor, machine).judge(); }

}  // namespace accelloader::hardware
