// ACCELLOADER_BACKENDS: which back ends this process wants.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/finding.hpp>

namespace accelloader::resolve {

/// "tpu,simtpu" selects these, "^npu" all but this one. Empty: all.
class Selection {
 public:
  Selection() = default;
  explicit Selection(std::string_view text);

  bool allows(std::string_view name) const;
  /// An Error for each name that no manifest has: a misspelled selection must not pass for an empty machine.
  std::vector<Finding> unknown_names(std::span<const std::string_view> known) const;
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  bool leaves_out_ = false;
  std::vector<std::string> names_;
};

}  // namespace accelloader::resolve
