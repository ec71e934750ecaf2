// Keeps one warning of libtorch off the terminal: that a plugin overrides the sentinels, which is what they are for.
#pragma once

#include <c10/util/Exception.h>

namespace accelloader::torch {

/// On this thread, as long as it lives. All other warnings go where they went before.
class ExpectedWarnings {
 public:
  ExpectedWarnings() : filter_(c10::WarningUtils::get_warning_handler()), guard_(&filter_) {}

 private:
  class Filter final : public c10::WarningHandler {
   public:
    explicit Filter(c10::WarningHandler* next) : next_(next) {}
    void process(const c10::Warning& warning) override {
      if (warning.msg().find("Overriding a previously registered kernel") == std::string::npos) next_->process(warning);
    }

   private:
    c10::WarningHandler* next_;
  };

  Filter filter_;
  c10::WarningUtils::WarningHandlerGuard guard_;
};

}  // namespace accelloader::torch
