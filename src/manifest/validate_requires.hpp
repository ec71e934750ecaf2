// The member `requires` of a manifest.
#pragma once

#include <accelloader/descriptor.hpp>

#include "manifest/field_reader.hpp"

namespace accelloader::manifest {

Requirements read_requirements(const JsonValue& object, Faults& faults);

}  // namespace accelloader::manifest
