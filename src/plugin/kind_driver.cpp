#include "plugin/kind_driver.hpp"

namespace accelloader::plugin {

Attempt::~Attempt() = default;
KindDriver::~KindDriver() = default;

const KindDriver* driver_for(Kind kind) noexcept {
  switch (kind) {
    case Kind::library: return &library_kind();
    case Kind::torch: return &torch_kind();
    case Kind::pjrt: break;
  }
  return nullptr;
}

}  // namespace accelloader::plugin
