// The handshake with plugins that keep the contract, and with those that do not.
#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>
#include <accelloader/log.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;

namespace {

/// Loads the library in a fresh folder and hands out the one cause of its failure.
Error cause(const char* library, std::string_view more = {}) {
  PluginsFolder folder;
  folder.add("faulty", library, more);
  auto plugin = folder.loader().load("faulty");
  REQUIRE_FALSE(plugin);
  REQUIRE(plugin.error().causes().size() == 1);
  return plugin.error().causes().front().clone();
}

std::string text(const Error& error) { return to_string(error.code()) + " " + std::string(error.message()); }

}  // namespace

TEST_CASE("a plugin of another interface version is refused before it is activated") {
  CHECK(text(cause(fakes::null_table)) ==
        "A0703 the plugin does not speak the plugin interface 1.0 of this accelloader");
  CHECK(text(cause(fakes::old_major)) == "A0703 the plugin speaks the plugin interface 0.7, and this accelloader 1.0");
}

TEST_CASE("a table that is too small or has holes is refused") {
  CHECK(text(cause(fakes::tiny_table)) == "A0702 the plugin's table says that it has 3 bytes");
  CHECK(text(cause(fakes::short_table)) == "A0702 the plugin's table ends after 48 bytes, before `activate`");
  CHECK(text(cause(fakes::null_activate)) == "A0702 `activate` in the plugin's table is null");
  CHECK(text(cause(fakes::null_name)) == "A0702 `name` in the plugin's table is null");
  CHECK(cause(fakes::null_name).notes().front() == "the library is `" + std::string(fakes::null_name) + "`");
}

TEST_CASE("a plugin that is built with another sanitizer is refused") {
  CHECK(cause(fakes::wrong_sanitizer).code() == ErrorCode::plugin_sanitizer_mismatch);
  const std::string message(cause(fakes::wrong_sanitizer).message());
  CHECK(message.starts_with("the plugin is built with ThreadSanitizer, and this accelloader with "));
}

TEST_CASE("a plugin that refuses says why, and what to do") {
  const Error error = cause(fakes::fails);
  CHECK(text(error) == "A0801 the firmware is of 2019");
  CHECK(error.help() == "update it");
  CHECK(error.notes().front() == "the plugin `fake` 1.2.3 answered `failed`");
  CHECK(cause(fakes::absent).notes().front() == "the plugin `fake` 1.2.3 answered `absent`");
}

TEST_CASE("a plugin that refuses without a word, or without an end, is told as it is") {
  CHECK(text(cause(fakes::fails_silently)) == "A0801 the plugin gave no reason");
  CHECK(cause(fakes::fails_silently).notes().front() == "the plugin `fake` 1.2.3 answered `code 77`");
  CHECK(cause(fakes::chatty).message() == std::string(2048, 'x'));
}

TEST_CASE("exceptions of a C++ plugin become reasons") {
  CHECK(text(cause(fakes::throws, R"("options": {"standard": true})")) == "A0801 the runtime is not installed");
  CHECK(text(cause(fakes::throws, R"("options": {"foreign": true})")) ==
        "A0801 an exception that is not a std::exception");
  const Error error = cause(fakes::throws, R"("options": {"lanes": 0})");
  CHECK(text(error) == "A0801 `lanes` is below 1");
  CHECK(error.help() == "give each board a lane");
  CHECK(error.notes().front() == "the plugin `throwing` 0.9 answered `bad option`");
  CHECK(text(cause(fakes::throws, R"("options": {"lanes": "two"})")) == "A0801 option `lanes` is not an integer");
}

TEST_CASE("an entry that the manifest names must be exported") {
  const Error error = cause(fakes::codec, R"("entry": "vnpu_entry")");
  CHECK(text(error) == "A0701 the library does not export `vnpu_entry`");
  REQUIRE(error.location());
  CHECK(error.location()->source == R"(  "entry": "vnpu_entry")");
}

TEST_CASE("the entry symbol of a library that the plugin needs is not the plugin's") {
  PluginsFolder folder;
  folder.add("innocent", fakes::needs_a_plugin);
  const auto plugin = folder.loader().load("innocent");
  REQUIRE(plugin);
  CHECK(plugin.value().version().empty());  // not activated
}

TEST_CASE("what a plugin logs goes to the host's sink") {
  std::string heard;
  set_log_sink(LogLevel::info, [&](LogLevel level, std::string_view message) {
    if (level == LogLevel::info) heard.append(message).append("\n");
  });
  PluginsFolder folder;
  const std::string library = folder.copy(fakes::ok);
  folder.add("logging", library);
  const auto plugin = folder.loader().load("logging");
  set_log_sink(LogLevel::off, [](LogLevel, std::string_view) {});
  REQUIRE(plugin);
  CHECK(heard == "logging: activated\nlogging: loaded " + library + "\n");
}

TEST_CASE("the manifest's environment is set for the load alone, and only where it is unset") {
  PluginsFolder folder;
  folder.add("setting", fakes::reads_environment, R"("environment": {"FAKE_SETTING": "from the manifest"})");
  const auto plugin = folder.loader().load("setting");
  REQUIRE(plugin);
  CHECK(plugin.value().symbol<const char*()>("setting_at_load")() == std::string("from the manifest"));
  CHECK(std::getenv("FAKE_SETTING") == nullptr);
}
