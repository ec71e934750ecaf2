// The end of what a process wrote, however much that was.
#pragma once

#include <string>
#include <string_view>

namespace accelloader::probe {

class LastLines {
 public:
  void add(std::string_view bytes);
  /// At most ten lines and 4 KiB, fit to be shown.
  std::string text() const;

 private:
  std::string kept_;
};

}  // namespace accelloader::probe
