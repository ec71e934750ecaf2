// Who else could change what is loaded, and a hash that is kept to.
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

#include "fakes/fake_paths.hpp"
#include "fakes/faulty_paths.hpp"
#include "platform/open_file.hpp"
#include "platform/sha256.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;

namespace {

std::string hash_member(const std::string& path) {
  const auto opened = platform::OpenFile::open(path);
  return "\"sha256\": \"" + platform::sha256_of(std::get<platform::OpenFile>(opened)) + "\"";
}

std::string told(const PluginsFolder& folder, const Finding& found) {
  std::string text = render(found);
  for (auto at = text.find(folder.path()); at != std::string::npos; at = text.find(folder.path()))
    text.replace(at, folder.path().size(), "DIR");
  return text;
}

/// Whether the process has a mapping whose line in /proc/self/maps has the text.
bool is_mapped(const std::string& text) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(text) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("a manifest that others can change is warned of") {
  const PluginsFolder folder;
  folder.add("npu", folder.copy(fakes::codec));
  chmod((folder / "npu.json").c_str(), 0666);
  const Backend npu = *folder.loader().find("npu");
  CHECK(npu.status() == Status::ready);
  REQUIRE(npu.findings().size() == 1);
  CHECK(told(folder, npu.findings().front())
            .starts_with("warning[A0108]: the manifest can be changed by others than root and this user\n"
                         "  --> DIR/npu.json\n"
                         "   = note: `DIR/npu.json` can be changed by everybody (owner "));
  CHECK(told(folder, npu.findings().front())
            .ends_with(", mode 666)\n"
                       "help: take the right to write from them, or let root own it\n"));
}

TEST_CASE("a library that others can change, and one that it needs, are warned of") {
  const PluginsFolder folder;
  std::filesystem::copy_file(faulty::beside, folder / "libbeside.so");
  folder.make_folder("deps");
  std::filesystem::copy_file(faulty::vcl, folder / "deps/libvcl.so");
  folder.add("npu", "libbeside.so", R"("entry": "vnpu_entry")");
  chmod((folder / "deps").c_str(), 0777);
  const Backend one = *folder.loader().find("npu");
  REQUIRE(one.findings().size() == 1);
  CHECK(one.findings().front().error.message() == "`libvcl.so` can be changed by others than root and this user");
  chmod((folder / "libbeside.so").c_str(), 0666);
  const Backend two = *folder.loader().find("npu");
  CHECK(two.status() == Status::ready);
  REQUIRE(two.findings().size() == 1);
  const Error& error = two.findings().front().error;
  CHECK(to_string(error.code()) == "A0520");
  CHECK(error.message() == "2 libraries can be changed by others than root and this user");
  REQUIRE(error.notes().size() == 2);
  CHECK(error.notes()[0].starts_with("`" + (folder / "libbeside.so") + "` can be changed by everybody"));
  CHECK(error.notes()[1].starts_with("`" + (folder / "deps") + "` can be changed by everybody"));
}

TEST_CASE("the file of the hash is loaded from its place where nobody else can change it") {
  const PluginsFolder folder;
  const std::string library = folder.copy(fakes::codec);
  folder.add("npu", library, hash_member(library));
  const auto plugin = folder.loader().load("npu");
  REQUIRE(plugin);
  CHECK(plugin.value().library() == library);
  CHECK(is_mapped(library));
}

TEST_CASE("the file of the hash is loaded from a sealed copy where others can change it") {
  const PluginsFolder folder;
  const std::string library = folder / "libbeside.so";
  std::filesystem::copy_file(faulty::beside, library);
  folder.make_folder("deps");
  std::filesystem::copy_file(faulty::vcl, folder / "deps/libvcl.so");
  folder.add("npu", library, R"("entry": "vnpu_entry", )" + hash_member(library));
  chmod(library.c_str(), 0666);
  const auto plugin = folder.loader().load("npu");
  REQUIRE(plugin);  // with what stands beside it
  CHECK(plugin.value().library() == library);
  CHECK(is_mapped("/memfd:libbeside.so"));
  CHECK_FALSE(is_mapped(library));
  CHECK(is_mapped(folder / "deps/libvcl.so"));
}

TEST_CASE("two copies are two libraries") {
  const PluginsFolder folder;
  const std::string one = folder / "libone.so", two = folder / "libtwo.so";
  std::filesystem::copy_file(fakes::codec, one);
  std::filesystem::copy_file(fakes::ok, two);
  for (const std::string& library : {one, two}) chmod(library.c_str(), 0666);
  folder.add("one", one, hash_member(one));
  folder.add("two", two, hash_member(two));
  auto loader = folder.loader();
  const auto first = loader.load("one"), second = loader.load("two");
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first.value().symbol<int(const char*)>("decode"));
  CHECK(second.value().symbol<int()>("activation_count")() == 1);
}

TEST_CASE("a file of another hash is refused, by a load and by a close look") {
  const PluginsFolder folder;
  const std::string library = folder.copy(fakes::codec);
  folder.add("npu", library, "\"sha256\": \"" + std::string(64, '0') + "\"");
  const auto plugin = folder.loader().load("npu");
  REQUIRE_FALSE(plugin);
  const Error& cause = plugin.error().causes().front();
  CHECK(to_string(cause.code()) == "A0505");
  CHECK(cause.message() == "`" + library + "` is not the file that the manifest means");

  LoaderOptions options = folder.options();
  options.inspection = Inspection::symbols;
  const Backend npu = *Loader::discover(std::move(options)).find("npu");
  CHECK(npu.status() == Status::broken);
  CHECK(npu.findings().front().error.message() == cause.message());
}

TEST_CASE("a library of a hash that cannot be read is refused") {
  const PluginsFolder folder;
  const std::string library = folder.copy(fakes::codec);
  folder.add("npu", library, "\"sha256\": \"" + std::string(64, '0') + "\"");
  LoaderOptions options = folder.options();
  options.inspection = Inspection::place;
  auto loader = Loader::discover(std::move(options));
  REQUIRE(loader.find("npu")->status() == Status::ready);
  std::filesystem::remove(library);
  const auto plugin = loader.load("npu");
  REQUIRE_FALSE(plugin);
  const Error& cause = plugin.error().causes().front();
  REQUIRE(cause.notes().size() == 1);
  CHECK(cause.notes().front() == "its SHA-256 cannot be computed: no such file or directory");
}
