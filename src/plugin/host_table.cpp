#include "plugin/host_table.hpp"

#include <cstdint>

#include "platform/log.hpp"

namespace accelloader::plugin {
namespace {

accelloader_option_t option_of(const std::string& name, const OptionValue& value) {
  accelloader_option_t option = {};
  option.struct_size = sizeof option;
  option.name = name.c_str();
  if (const auto* text = std::get_if<std::string>(&value)) {
    option.type = ACCELLOADER_OPTION_STRING;
    option.string = text->c_str();
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    option.type = ACCELLOADER_OPTION_INTEGER;
    option.integer = *integer;
  } else if (const auto* number = std::get_if<double>(&value)) {
    option.type = ACCELLOADER_OPTION_FLOAT;
    option.number = *number;
  } else if (const auto* boolean = std::get_if<bool>(&value)) {
    option.type = ACCELLOADER_OPTION_BOOL;
    option.boolean = *boolean ? 1 : 0;
  } else {
    option.type = ACCELLOADER_OPTION_JSON;
    option.string = std::get<JsonText>(value).text.c_str();
  }
  return option;
}

// C calls this, so nothing may be thrown through it.
void log_for_plugin(const accelloader_host_t* host, std::int32_t level, const char* message) {
  static constexpr spdlog::level::level_enum levels[] = {spdlog::level::trace, spdlog::level::debug,
                                                         spdlog::level::info, spdlog::level::warn, spdlog::level::err};
  if (!message) return;
  const bool known = level >= ACCELLOADER_LOG_TRACE && level <= ACCELLOADER_LOG_ERROR;
  try {
    platform::log().log(known ? levels[level] : spdlog::level::info, "{}: {}", host->backend, message);
  } catch (...) {
  }
}

}  // namespace

HostTable::HostTable(const Descriptor& descriptor) {
  options_.reserve(descriptor.options.size());
  for (const auto& [name, value] : descriptor.options)
    option_pointers_.push_back(&options_.emplace_back(option_of(name, value)));
  table_.struct_size = sizeof table_;
  table_.abi_major = ACCELLOADER_PLUGIN_ABI_MAJOR;
  table_.abi_minor = ACCELLOADER_PLUGIN_ABI_MINOR;
  table_.accelloader_version = version().data();
  table_.backend = descriptor.name.c_str();
  table_.manifest_path = descriptor.path.c_str();
  table_.options = option_pointers_.data();
  table_.option_count = option_pointers_.size();
  table_.log = &log_for_plugin;
}

}  // namespace accelloader::plugin
