#include "plugin/contract.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "platform/log.hpp"
#include "plugin/host_table.hpp"

namespace accelloader::plugin {
namespace {

std::string_view sanitizer_name(std::uint32_t sanitizer) {
  switch (sanitizer) {
    case ACCELLOADER_SANITIZER_NONE: return "no sanitizer";
    case ACCELLOADER_SANITIZER_ADDRESS: return "AddressSanitizer";
    case ACCELLOADER_SANITIZER_THREAD: return "ThreadSanitizer";
    case ACCELLOADER_SANITIZER_MEMORY: return "MemorySanitizer";
    default: return "an unknown sanitizer";
  }
}

std::string abi_text(std::uint32_t major, std::uint32_t minor) {
  return std::to_string(major) + "." + std::to_string(minor);
}

class Negotiation {
 public:
  Negotiation(const platform::SharedLibrary& library, const Descriptor& descriptor)
      : library_(library), descriptor_(descriptor) {}

  Result<const accelloader_plugin_t*> run(const std::string& entry) const {
    void* address = library_.symbol(entry.c_str());
    // A lookup also reaches the libraries that the plugin needs: one of them may be a plugin itself.
    if (!address || !library_.owns(address)) return nullptr;
    const auto query = reinterpret_cast<accelloader_plugin_query_fn>(address);
    const accelloader_plugin_t* table = query(ACCELLOADER_PLUGIN_ABI_MAJOR, ACCELLOADER_PLUGIN_ABI_MINOR);
    if (!table)
      return fail(ErrorCode::plugin_abi_mismatch,
                  "the plugin does not speak the plugin interface " + own_abi() + " of this accelloader");
    if (auto error = judge_version(*table)) return std::move(*error);
    if (auto error = judge_members(*table)) return std::move(*error);
    return table;
  }

 private:
  static std::string own_abi() { return abi_text(ACCELLOADER_PLUGIN_ABI_MAJOR, ACCELLOADER_PLUGIN_ABI_MINOR); }

  std::optional<Error> judge_version(const accelloader_plugin_t& table) const {
    constexpr std::size_t absurd = 1 << 16;
    if (!ACCELLOADER_HAS_MEMBER(accelloader_plugin_t, &table, abi_minor) || table.struct_size > absurd)
      return fail(ErrorCode::plugin_table_invalid,
                  "the plugin's table says that it has " + std::to_string(table.struct_size) + " bytes");
    if (table.abi_major == ACCELLOADER_PLUGIN_ABI_MAJOR) return std::nullopt;
    return fail(ErrorCode::plugin_abi_mismatch, "the plugin speaks the plugin interface " +
                                                    abi_text(table.abi_major, table.abi_minor) +
                                                    ", and this accelloader " + own_abi());
  }

  std::optional<Error> judge_members(const accelloader_plugin_t& table) const {
    if (!ACCELLOADER_HAS_MEMBER(accelloader_plugin_t, &table, activate))
      return fail(ErrorCode::plugin_table_invalid,
                  "the plugin's table ends after " + std::to_string(table.struct_size) + " bytes, before `activate`");
    if (table.sanitizer != ACCELLOADER_SANITIZER)
      return fail(ErrorCode::plugin_sanitizer_mismatch,
                  "the plugin is built with " + std::string(sanitizer_name(table.sanitizer)) +
                      ", and this accelloader with " + std::string(sanitizer_name(ACCELLOADER_SANITIZER)));
    const char* missing = !table.name ? "name" : !table.version ? "version" : !table.activate ? "activate" : nullptr;
    if (!missing) return std::nullopt;
    return fail(ErrorCode::plugin_table_invalid, std::string("`") + missing + "` in the plugin's table is null");
  }

  Error fail(ErrorCode code, std::string message) const {
    return Error(code, std::move(message))
        .at(descriptor_.locate(descriptor_.library_span))
        .note("the library is `" + library_.path() + "`");
  }

  const platform::SharedLibrary& library_;
  const Descriptor& descriptor_;
};

// A plugin may have written its texts without an end.
std::string text_of(const char* room, std::size_t size) { return {room, strnlen(room, size)}; }

std::string result_name(std::int32_t code) {
  switch (code) {
    case ACCELLOADER_ABSENT: return "absent";
    case ACCELLOADER_BLOCKED: return "blocked";
    case ACCELLOADER_BAD_OPTION: return "bad option";
    case ACCELLOADER_INCOMPATIBLE: return "incompatible";
    case ACCELLOADER_FAILED: return "failed";
    default: return "code " + std::to_string(code);
  }
}

// A c10::Error that became text brings its C++ backtrace along, which begins so (c10/util/Logging.cpp).
std::string without_backtrace(std::string text) {
  if (const auto start = text.find("\nException raised from "); start != std::string::npos) text.erase(start);
  return text;
}

}  // namespace

Result<const accelloader_plugin_t*> negotiate_contract(const platform::SharedLibrary& library,
                                                       const Descriptor& descriptor, const std::string& entry) {
  return Negotiation(library, descriptor).run(entry);
}

Error entry_missing(const platform::SharedLibrary& library, const Descriptor& descriptor) {
  return Error(ErrorCode::entry_missing, "the library does not export `" + descriptor.entry + "`")
      .at(descriptor.locate(descriptor.entry_span))
      .note("the library is `" + library.path() + "`");
}

std::optional<Error> activate_contract(const accelloader_plugin_t& table, const Descriptor& descriptor) {
  const HostTable host(descriptor);
  auto failure = std::make_unique<accelloader_failure_t>();  // zeroed: the texts end where the plugin stops writing
  failure->struct_size = sizeof *failure;
  const std::int32_t code = table.activate(&host.table(), failure.get());
  if (code == ACCELLOADER_OK) return std::nullopt;
  std::string message = without_backtrace(text_of(failure->message, sizeof failure->message));
  if (message.empty()) message = "the plugin gave no reason";
  const auto help = descriptor.help.find("load");
  return Error(ErrorCode::activation_failed, std::move(message))
      .at(descriptor.locate(descriptor.library_span))
      .note("the plugin `" + std::string(table.name) + "` " + table.version + " answered `" + result_name(code) + "`")
      .help(help == descriptor.help.end() ? std::string() : help->second)
      .help(text_of(failure->help, sizeof failure->help));
}

}  // namespace accelloader::plugin
