// Several manifests for one name, and the choice among them.
#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>

#include "fakes/fake_paths.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;

namespace {

std::string statuses(const Loader& loader) {
  std::string text;
  for (const Backend& backend : loader.backends())
    text += backend.manifest().path.substr(backend.manifest().path.rfind('/') + 1) + " " +
            std::string(to_string(backend.status())) + "\n";
  return text;
}

void add(const PluginsFolder& folder, std::string_view file, std::string_view library, std::string_view more) {
  folder.write(file, test::manifest("codec", "library", library, more));
}

}  // namespace

TEST_CASE("the highest priority wins, and the others say why they were not taken") {
  PluginsFolder folder;
  add(folder, "a.json", fakes::codec, R"("priority": 1)");
  add(folder, "b.json", fakes::ok, R"("priority": 2)");
  const Loader loader = folder.loader();
  CHECK(statuses(loader) == "b.json ready\na.json shadowed\n");
  const auto backends = loader.backends();
  CHECK(backends[0].shadows().front() == folder / "a.json");
  CHECK(backends[1].reason()->message() ==
        "`" + folder / "b.json" + "` is used in its place: its priority 2 is above 1");
}

TEST_CASE("a better one that cannot be used leaves the place to the next") {
  PluginsFolder folder;
  add(folder, "best.json", folder / "missing.so", R"("priority": 9)");
  add(folder, "next.json", fakes::codec, R"("priority": 5)");
  add(folder, "last.json", fakes::codec, R"("priority": 1)");
  Loader loader = folder.loader();
  CHECK(statuses(loader) == "best.json broken\nnext.json ready\nlast.json shadowed\n");
  const auto plugin = loader.load("codec");
  REQUIRE(plugin);
  CHECK(plugin.value().library() == fakes::codec);
  CHECK(statuses(loader) == "best.json broken\nnext.json loaded\nlast.json shadowed\n");
}

TEST_CASE("when none can be used, every reason is told") {
  PluginsFolder folder;
  add(folder, "a.json", folder / "missing.so", R"("priority": 2)");
  add(folder, "b.json", fakes::codec,
      R"("requires": {"hardware": {"any_of": [{"device_node": "/dev/no_such_device"}]}})");
  folder.write("c.json", "{\"name\": \"codec\", \"manifest_version\": 1}");
  Loader loader = folder.loader();
  CHECK(statuses(loader) == "a.json broken\nb.json absent\nc.json broken\n");
  const auto plugin = loader.load("codec");
  REQUIRE_FALSE(plugin);
  REQUIRE(plugin.error().causes().size() == 3);
  CHECK(plugin.error().causes()[0].code() == ErrorCode::library_not_found);
  CHECK(plugin.error().causes()[1].code() == ErrorCode::hardware_not_found);
  CHECK(plugin.error().causes()[2].code() == ErrorCode::manifest_missing_key);
}

TEST_CASE("a library that cannot be opened leaves the place to the next one too") {
  PluginsFolder folder;
  add(folder, "a.json", fakes::undefined_symbol, R"("priority": 2)");
  add(folder, "b.json", fakes::codec, R"("priority": 1)");
  const auto plugin = folder.loader().load("codec");
  REQUIRE(plugin);
  CHECK(plugin.value().library() == fakes::codec);
}

TEST_CASE("a plugin whose code has run and failed is the end: another would meet what it left behind") {
  PluginsFolder folder;
  add(folder, "a.json", fakes::fails, R"("priority": 2)");
  add(folder, "b.json", fakes::codec, R"("priority": 1)");
  const auto plugin = folder.loader().load("codec");
  REQUIRE_FALSE(plugin);
  CHECK(plugin.error().causes().size() == 1);
}

TEST_CASE("ACCELLOADER_BACKENDS selects, and leaves out") {
  PluginsFolder folder;
  for (const char* name : {"alpha", "beta"}) folder.add(name, fakes::codec);
  const auto status_of = [&](const char* selection, const char* name) {
    return folder.loader({{"ACCELLOADER_BACKENDS", selection}}).find(name)->status();
  };
  CHECK(status_of("alpha", "alpha") == Status::ready);
  CHECK(status_of("alpha", "beta") == Status::disabled);
  CHECK(status_of("^alpha", "alpha") == Status::disabled);
  CHECK(status_of("^alpha", "beta") == Status::ready);

  const auto plugin = folder.loader({{"ACCELLOADER_BACKENDS", "^beta"}}).load("beta");
  REQUIRE_FALSE(plugin);
  CHECK(plugin.error().causes().front().code() == ErrorCode::backend_disabled);
  CHECK(plugin.error().causes().front().message() == "ACCELLOADER_BACKENDS leaves it out");
  const auto findings = folder.loader({{"ACCELLOADER_BACKENDS", "alpah"}}).findings();
  REQUIRE(findings.size() == 1);
  CHECK(findings.front().error.message() == "ACCELLOADER_BACKENDS names `alpah`, and no manifest has that name");
  CHECK(findings.front().error.help() == "did you mean `alpha`?");
}

TEST_CASE("one manifest that is found by two ways is read once") {
  PluginsFolder folder;
  folder.add("twice", fakes::codec);
  const Loader loader = Loader::discover(
      {.root = "/",
       .environment = test::environment({{"ACCELLOADER_PLUGIN_PATH", folder.path() + ":" + folder / "twice.json"}})});
  CHECK(loader.backends().size() == 1);
  REQUIRE(loader.findings().size() == 1);
  CHECK(loader.findings().front().severity == Severity::note);
  CHECK(loader.findings().front().error.code() == ErrorCode::manifest_duplicate);
}

namespace {

std::vector<std::string> duplicates(const PluginsFolder& folder) {
  LoaderOptions options = folder.options();
  options.inspection = Inspection::symbols;
  std::vector<std::string> told;
  for (const Backend& backend : Loader::discover(std::move(options)).backends())
    for (const Finding& found : backend.findings())
      if (found.error.code() == ErrorCode::library_duplicate)
        told.push_back(std::string(to_string(found.severity)) + " " + to_string(*found.error.location()) + ": " +
                       std::string(found.error.message()) + "; " + found.error.notes().front());
  return told;
}

}  // namespace

TEST_CASE("one library for two back ends is warned of, by whatever links it is found, and a copy too") {
  PluginsFolder folder;
  folder.make_folder("lib");
  folder.link("lib64", "lib");
  std::filesystem::copy_file(fakes::ok, folder / "lib/libnpu.so");
  folder.add("a_npu", "lib/libnpu.so", {}, "torch");
  folder.add("b_npu", "lib64/libnpu.so", {}, "torch");
  folder.add("c_npu", folder.copy(fakes::fails), {}, "torch");
  CHECK(duplicates(folder) ==
        std::vector<std::string>{"warning " + (folder / "b_npu.json") + ":5:14: `" + (folder / "lib64/libnpu.so") +
                                 "` is the same file as the library of backend `a_npu`; that one is `" +
                                 (folder / "lib/libnpu.so") + "`, and its manifest is `" + (folder / "a_npu.json") +
                                 "`"});
  std::filesystem::copy_file(fakes::ok, folder / "libcopy.so");
  folder.add("b_npu", "libcopy.so", {}, "torch");
  CHECK(duplicates(folder) ==
        std::vector<std::string>{"warning " + (folder / "b_npu.json") + ":5:14: `" + (folder / "libcopy.so") +
                                 "` is a copy of the library of backend `a_npu`; that one is `" +
                                 (folder / "lib/libnpu.so") + "`, and its manifest is `" + (folder / "a_npu.json") +
                                 "`"});
}

TEST_CASE("two names for one library of functions are nothing to warn of, two manifests of one name are") {
  PluginsFolder folder;
  folder.add("a_codec", fakes::codec);
  folder.add("b_codec", fakes::codec);
  CHECK(duplicates(folder).empty());
  folder.write("c.json", test::manifest("b_codec", "library", fakes::codec));
  CHECK(duplicates(folder).size() == 1);
}
