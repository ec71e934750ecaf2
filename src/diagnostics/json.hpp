// Errors and findings as JSON values, for the documents that contain them.
#pragma once

#include <nlohmann/json.hpp>

#include <accelloader/finding.hpp>

namespace accelloader::diagnostics {

nlohmann::ordered_json json_of(const Error& error);
nlohmann::ordered_json json_of(const Finding& finding);

/// Text from outside may not be UTF-8: the bytes that are not are replaced, so that the document always is.
std::string written(const nlohmann::ordered_json& document, int indent);

}  // namespace accelloader::diagnostics
