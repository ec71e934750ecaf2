// What lies where in another process.
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

#include "loader/probe_report.hpp"

namespace accelloader::probe {

class AddressMap {
 public:
  /// Of a process that stands still.
  static AddressMap of(pid_t process);

  /// The object's path is empty if nothing that is a file is mapped there.
  loader::ProbeReport::Frame locate(std::uintptr_t address) const;

 private:
  struct Range {
    std::uintptr_t begin, end;
    std::uint64_t offset;  // in the file
    std::string path;
  };

  std::vector<Range> ranges_;
};

}  // namespace accelloader::probe
