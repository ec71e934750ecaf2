// What accelloader tells a plugin when it activates it.
#pragma once

#include <vector>

#include <accelloader/descriptor.hpp>
#include <accelloader/plugin_abi.h>

namespace accelloader::plugin {

/// The manifest as the plugin contract has it. Must not outlive the descriptor, nor be moved.
class HostTable {
 public:
  explicit HostTable(const Descriptor& descriptor);
  HostTable(const HostTable&) = delete;
  HostTable& operator=(const HostTable&) = delete;

  const accelloader_host_t& table() const noexcept { return table_; }

 private:
  std::vector<accelloader_option_t> options_;
  std::vector<const accelloader_option_t*> option_pointers_;
  accelloader_host_t table_ = {};
};

}  // namespace accelloader::plugin
