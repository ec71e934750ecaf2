// A manifest from anywhere: every fault of it can be told, and the file that it names is looked for.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <accelloader/render.hpp>

#include "manifest/validate.hpp"

using namespace accelloader;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  auto text = std::make_shared<const std::string>(reinterpret_cast<const char*>(bytes), size);
  const Environment environment = [](std::string_view name) {
    return name == "HOME" ? std::optional<std::string>("/home/user") : std::nullopt;
  };
  const auto validation = manifest::validate(std::move(text), "npu.json", "/plugins", environment);
  for (const Finding& found : validation.findings)
    if (render(found).empty() || to_json(found).empty()) return 1;
  return 0;
}
