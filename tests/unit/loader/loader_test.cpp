#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;
using test::TestFolder;

TEST_CASE("a library is found by its backend's name and opened by load() alone") {
  PluginsFolder folder;
  folder.add("codec_a", fakes::codec);
  Loader loader = folder.loader();
  REQUIRE(loader.backends().size() == 1);
  CHECK(loader.find("codec_a")->status() == Status::ready);

  const auto plugin = loader.load("codec_a");
  REQUIRE(plugin);
  CHECK(plugin.value().name() == "codec_a");
  CHECK(plugin.value().library() == fakes::codec);
  auto* decode = plugin.value().symbol<int(const char*)>("decode");
  REQUIRE(decode);
  CHECK(decode("12345") == 5);
  CHECK(plugin.value().symbol<int()>("encode") == nullptr);
  CHECK(loader.find("codec_a")->status() == Status::loaded);
}

TEST_CASE("a plugin of the contract is activated once, whichever loader asks") {
  PluginsFolder folder;
  folder.add("fake_once", folder.copy(fakes::ok),
             R"("options": {"lanes": 4, "rate": 0.5, "fast": true, "mode": "x", "list": [1, 2]})");
  Loader first = folder.loader(), second = folder.loader();
  const auto plugin = first.load("fake_once"), again = second.load("fake_once");
  REQUIRE(plugin);
  REQUIRE(again);
  CHECK(plugin.value().version() == "1.2.3");
  CHECK(plugin.value().native_handle() == again.value().native_handle());
  CHECK(plugin.value().symbol<int()>("activation_count")() == 1);
  CHECK(plugin.value().symbol<const char*()>("what_was_heard")() ==
        std::string("fake_once lanes=4 rate=0.5 fast=true mode=x list=[1, 2]"));
  CHECK(folder.loader().find("fake_once")->status() == Status::loaded);  // in this process
}

TEST_CASE("a plugin of the contract is not activated again for another backend of the same file") {
  PluginsFolder folder;
  const std::string library = folder.copy(fakes::ok);
  folder.add("one_name", library);
  folder.add("other_name", library);
  Loader loader = folder.loader();
  REQUIRE(loader.load("one_name"));
  const auto plugin = loader.load("other_name");
  REQUIRE_FALSE(plugin);
  CHECK(plugin.error().causes().front().code() == ErrorCode::plugin_already_active);
  CHECK(plugin.error().causes().front().message() == "`" + library + "` is active already, as backend `one_name`");
}

TEST_CASE("a name that no manifest has is an error with a spelling hint, and is not remembered") {
  PluginsFolder folder;
  folder.add("codec_b", fakes::codec);
  Loader loader = folder.loader();
  const auto plugin = loader.load("codec_c");
  REQUIRE_FALSE(plugin);
  CHECK(render(plugin.error()) ==
        "error[A0305]: no manifest describes a backend `codec_c`\nhelp: did you mean `codec_b`?\n");
  CHECK_FALSE(loader.find("codec_c"));
}

TEST_CASE("a failed load is remembered with its causes until retry()") {
  PluginsFolder folder;
  folder.add("mended", folder / "libmended.so", R"("help": {"library": "build it first"})");
  Loader loader = folder.loader();
  const auto failed = [&] { return render(loader.load("mended").error()); };
  const std::string text = failed();
  CHECK(text ==
        "error[A0502]: backend `mended` is known but cannot be used on this machine\n"
        "  --> " +
            folder / "mended.json" +
            ":5:14\n"
            "   |\n"
            " 5 |   \"library\": \"" +
            folder / "libmended.so" +
            "\",\n"
            "   |              " +
            std::string((folder / "libmended.so").size() + 2, '^') +
            "\n"
            "   = cause: the library `" +
            folder / "libmended.so" +
            "` was not found\n"
            "   = note: looked at `" +
            folder / "libmended.so" +
            "` (the path in the manifest): no such file or directory\n"
            "help: build it first\n");

  folder.link("libmended.so", fakes::codec);
  CHECK(failed() == text);
  CHECK(loader.find("mended")->status() == Status::broken);
  REQUIRE(loader.retry("mended"));
  CHECK(loader.load("mended"));
  CHECK(loader.find("mended")->status() == Status::loaded);
}

TEST_CASE("the linker's own text is kept when a library cannot be opened") {
  PluginsFolder folder;
  folder.add("undefined", fakes::undefined_symbol);
  Loader loader = folder.loader();
  const auto plugin = loader.load("undefined");
  REQUIRE_FALSE(plugin);
  CHECK(plugin.error().message() == "backend `undefined` could not be loaded");
  REQUIRE(plugin.error().causes().size() == 1);
  const Error& cause = plugin.error().causes().front();
  CHECK(cause.code() == ErrorCode::library_cannot_be_opened);
  CHECK(cause.notes().front() ==
        "the dynamic linker says: " + std::string(fakes::undefined_symbol) + ": undefined symbol: vdrv_open");
  CHECK(loader.find("undefined")->status() == Status::failed);
  CHECK(loader.find("undefined")->reason()->message() == "the plugin library cannot be opened");
}

TEST_CASE("a relative library of preload lies beside the manifest, never in the current folder") {
  PluginsFolder folder;
  folder.add("preloading", fakes::codec, R"("load": {"preload": ["./libdriver.so"]})");
  const TestFolder decoy;
  std::filesystem::copy_file(fakes::codec, decoy / "libdriver.so");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(decoy.path());
  Loader loader = folder.loader();
  const auto failed = loader.load("preloading");
  CHECK_FALSE(failed);
  folder.link("libdriver.so", fakes::reads_environment);
  CHECK(loader.retry("preloading"));
  std::filesystem::current_path(before);
  CHECK(failed.error().causes().front().code() == ErrorCode::preload_failed);
  CHECK(failed.error().causes().front().message() == "`./libdriver.so`, which `load.preload` names, cannot be opened");
}

TEST_CASE("bad manifests beside a good one harm nobody") {
  PluginsFolder folder;
  folder.add("good_one", fakes::codec);
  folder.write("empty.json", "");
  folder.write("comma.json", "{\"name\": \"comma\",}");
  folder.write("named.json", "{\"manifest_version\": 1, \"name\": \"named\", \"kind\": \"library\"}");
  folder.make_folder("folder.json");
  folder.link("dangling.json", "/nonexistent");
  Loader loader = folder.loader();
  CHECK(loader.load("good_one"));
  CHECK(loader.invalid_manifests().size() == 5);
  // Its name is known, so whoever uses it learns why it is not there.
  CHECK(loader.find("named")->status() == Status::broken);
  CHECK(loader.load("named").error().causes().front().message() == "`library` is missing");
}

TEST_CASE("a loader that judges another root loads nothing") {
  PluginsFolder folder;
  folder.write("etc/accelloader/plugins/codec_d.json", test::manifest("codec_d", "library", fakes::codec));
  Loader loader = Loader::discover({.root = folder.path(), .environment = test::environment({})});
  REQUIRE(loader.find("codec_d"));
  CHECK(loader.load("codec_d").error().code() == ErrorCode::kind_not_loadable);
  CHECK(loader.load("codec_d").error().message() ==
        "backend `codec_d` belongs to `" + folder.path() + "`, which is judged and not used");
}
