// What a process tells in which a plugin ran: the plugin may have written it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <accelloader/render.hpp>

#include "loader/probe_report.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto report = accelloader::loader::read_report(text);
  if (report && report->error && accelloader::render(*report->error).empty()) std::abort();
  if (const auto error = accelloader::loader::read_error(text); error && accelloader::render(*error).empty())
    std::abort();
  return 0;
}
