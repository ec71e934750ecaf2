// Reads JSON into values with places, through nlohmann's SAX interface.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/json_value.hpp"

namespace accelloader::manifest {

/// Why there is no document, or one fault of it.
struct JsonFault {
  ErrorCode code = ErrorCode::manifest_not_json;
  std::string message;
  Span span;
  std::string note;  // may be empty
};

struct JsonDocument {
  std::optional<JsonValue> root;  // empty if `faults` holds a fatal one
  std::vector<JsonFault> faults;  // the fatal one last; duplicate keys are no fatal ones
};

struct JsonLimits {
  std::size_t depth = 32;
  std::size_t values = 2000;
};

/// `text` is UTF-8; a byte order mark at its start is tolerated.
JsonDocument parse_json(std::string_view text, JsonLimits limits = {});

}  // namespace accelloader::manifest
