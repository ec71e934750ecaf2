// Manifests, judged: what the tests of several rooms start from.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <accelloader/render.hpp>

#include "manifest/validate.hpp"
#include "support/environment.hpp"
#include "support/plugins_folder.hpp"

namespace test {

inline accelloader::manifest::Validation validated(std::string text, Variables variables = {}) {
  return accelloader::manifest::validate(std::make_shared<const std::string>(std::move(text)), "npu.json", "/plugins",
                                         environment(std::move(variables)));
}

/// All findings as people read them.
inline std::string rendered(const std::vector<accelloader::Finding>& findings) {
  std::string text;
  for (const auto& found : findings) text += accelloader::render(found);
  return text;
}

/// One line a finding: "6:15 error A0209: `priority` is ...; did you mean ...".
inline std::vector<std::string> told(const std::vector<accelloader::Finding>& findings) {
  std::vector<std::string> lines;
  for (const auto& [severity, error] : findings) {
    std::string line = accelloader::to_string(*error.location()).substr(std::string_view("npu.json:").size());
    line +=
        " " + std::string(to_string(severity)) + " " + to_string(error.code()) + ": " + std::string(error.message());
    for (const std::string& note : error.notes()) line += "; " + note;
    if (!error.help().empty()) line += "; help: " + std::string(error.help());
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The descriptor of a backend `npu` whose manifest has `more` members and lies in `folder`.
inline accelloader::Descriptor described(std::string_view more = {}, std::string_view library = "libnpu.so",
                                         std::string folder = "/plugins") {
  auto text = std::make_shared<const std::string>(manifest("npu", "torch", library, more));
  auto validation = accelloader::manifest::validate(text, "npu.json", std::move(folder), environment({}));
  if (!validation.descriptor) throw std::runtime_error(rendered(validation.findings));
  return *std::move(validation.descriptor);
}

}  // namespace test
