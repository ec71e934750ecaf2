// The plugin contract for C++ authors: a class in, the C table of plugin_abi.h out.
#pragma once

#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <accelloader/plugin_abi.h>

namespace accelloader::plugin {

/// What the plugin says of itself. All strings must be static.
struct Description {
  const char* name;
  const char* version;
  const char* libtorch = nullptr;  ///< the libtorch it is compiled against: TORCH_VERSION; null if it uses none
};

/// The reason of a refused activation, for the person in front of the machine. Other exceptions are taken too, and
/// count as ACCELLOADER_FAILED with what() as the message.
class Failure : public std::runtime_error {
 public:
  /// `code` is one of ACCELLOADER_FAILED, ACCELLOADER_ABSENT, ...; `help` may stay empty.
  Failure(int code, const std::string& message, std::string help = {})
      : std::runtime_error(message), code_(code), help_(std::move(help)) {}

  int code() const noexcept { return code_; }
  const std::string& help() const noexcept { return help_; }

 private:
  int code_;
  std::string help_;
};

/// What accelloader tells the plugin: a view of accelloader_host_t, valid until activate() returns.
class Host {
 public:
  explicit Host(const accelloader_host_t& host) : host_(host) {}

  /// The manifest's `name`: the device name to become.
  std::string_view backend() const { return host_.backend; }
  std::string_view manifest_path() const { return host_.manifest_path; }

  /// Empty when the manifest does not have the option. Throws Failure(ACCELLOADER_BAD_OPTION) when it has another type.
  std::optional<long long> integer_option(std::string_view name) const {
    const auto* option = find(name, ACCELLOADER_OPTION_INTEGER, "an integer");
    return option ? std::optional<long long>(option->integer) : std::nullopt;
  }
  std::optional<double> number_option(std::string_view name) const {
    const auto* option = find(name);
    if (option && option->type == ACCELLOADER_OPTION_INTEGER) return static_cast<double>(option->integer);
    option = find(name, ACCELLOADER_OPTION_FLOAT, "a number");
    return option ? std::optional<double>(option->number) : std::nullopt;
  }
  std::optional<bool> bool_option(std::string_view name) const {
    const auto* option = find(name, ACCELLOADER_OPTION_BOOL, "true or false");
    return option ? std::optional<bool>(option->boolean != 0) : std::nullopt;
  }
  std::optional<std::string> string_option(std::string_view name) const {
    const auto* option = find(name, ACCELLOADER_OPTION_STRING, "a string");
    return option ? std::optional<std::string>(option->string) : std::nullopt;
  }

  /// All options of the manifest, so that the plugin can warn of those it does not know.
  std::vector<std::string_view> option_names() const {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < host_.option_count; ++i) names.emplace_back(host_.options[i]->name);
    return names;
  }

  /// `level` is one of ACCELLOADER_LOG_INFO, ...
  void log(int level, const std::string& message) const { host_.log(&host_, level, message.c_str()); }

 private:
  const accelloader_option_t* find(std::string_view name) const {
    for (std::size_t i = 0; i < host_.option_count; ++i)
      if (name == host_.options[i]->name) return host_.options[i];
    return nullptr;
  }

  const accelloader_option_t* find(std::string_view name, int type, const char* wanted) const {
    const auto* option = find(name);
    if (option && option->type != type)
      throw Failure(ACCELLOADER_BAD_OPTION, "option `" + std::string(name) + "` is not " + wanted);
    return option;
  }

  const accelloader_host_t& host_;
};

namespace detail {

template <std::size_t size>
void copy_text(char (&room)[size], std::string_view text) noexcept {
  const std::size_t length = text.size() < size - 1 ? text.size() : size - 1;
  std::memcpy(room, text.data(), length);
  room[length] = '\0';
}

/// No exception may cross the border, so each becomes a code and two texts.
template <class Plugin>
std::int32_t activate(const accelloader_host_t* host, accelloader_failure_t* failure) noexcept {
  try {
    static Plugin plugin;  // lives as long as the process, as what it registers does
    plugin.activate(Host(*host));
    return ACCELLOADER_OK;
  } catch (const Failure& reason) {
    copy_text(failure->message, reason.what());
    copy_text(failure->help, reason.help());
    return reason.code() == ACCELLOADER_OK ? ACCELLOADER_FAILED : reason.code();
  } catch (const std::exception& reason) {
    copy_text(failure->message, reason.what());
    return ACCELLOADER_FAILED;
  } catch (...) {
    copy_text(failure->message, "an exception that is not a std::exception");
    return ACCELLOADER_FAILED;
  }
}

template <class Plugin>
const accelloader_plugin_t* table() noexcept {
  static const accelloader_plugin_t plugin = {sizeof(accelloader_plugin_t),
                                              ACCELLOADER_PLUGIN_ABI_MAJOR,
                                              ACCELLOADER_PLUGIN_ABI_MINOR,
                                              ACCELLOADER_SANITIZER,
                                              0,
                                              Plugin::description.name,
                                              Plugin::description.version,
                                              Plugin::description.libtorch,
                                              &activate<Plugin>};
  return &plugin;
}

}  // namespace detail
}  // namespace accelloader::plugin

/// Exports `Class` as the plugin of this shared object; once an object, outside any namespace.
///
///     struct Npu {
///       static constexpr accelloader::plugin::Description description{"npu", "1.2.0", TORCH_VERSION};
///       void activate(const accelloader::plugin::Host& host);  // registers with libtorch; throws what keeps it from
///       that
///     };
///     ACCELLOADER_PLUGIN(Npu)
#define ACCELLOADER_PLUGIN(Class)                                                                           \
  extern "C" __attribute__((visibility("default"))) const accelloader_plugin_t* accelloader_plugin_query(   \
      uint32_t major, uint32_t) {                                                                           \
    return major == ACCELLOADER_PLUGIN_ABI_MAJOR ? ::accelloader::plugin::detail::table<Class>() : nullptr; \
  }
