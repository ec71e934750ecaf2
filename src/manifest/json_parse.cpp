#include "manifest/json_parse.hpp"

#include <nlohmann/json.hpp>

#include "manifest/json_builder.hpp"

namespace accelloader::manifest {

JsonDocument parse_json(std::string_view text, JsonLimits limits) {
  JsonBuilder builder(text, limits);
  const bool complete = nlohmann::json::sax_parse(builder.begin(), builder.end(), &builder);
  return builder.take(complete);
}

}  // namespace accelloader::manifest
