#include "binary/library_path.hpp"

#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "platform/file.hpp"
#include "unit/manifest/described.hpp"

using namespace accelloader;
using test::described;
using test::TestFolder;

namespace {

#if defined(__x86_64__)
const std::string multiarch = "x86_64-linux-gnu";
#else
const std::string multiarch = "aarch64-linux-gnu";
#endif

/// "/opt/libnpu.so (beside the manifest)", or the whole error.
std::string found(const Descriptor& descriptor, const std::string& root = "/", test::Variables variables = {}) {
  const Environment environment = test::environment(std::move(variables));
  auto place = binary::find_library(descriptor, {root, environment});
  return place ? place.value().path + " (" + place.value().rule + ")" : render(place.error());
}

/// The message alone.
std::string refusal(const Descriptor& descriptor) {
  const Environment environment = test::environment({});
  auto place = binary::find_library(descriptor, {"/", environment});
  return place ? "it was found" : std::string(place.error().message());
}

/// An image whose manifest lies in /plugins.
struct Image : TestFolder {
  void add_library(std::string_view path) const { write(path, "ELF"); }
  std::string look(std::string_view more = "", std::string_view library = "libnpu.so",
                   test::Variables variables = {}) const {
    return found(described(more, library, *this / "plugins"), path(), std::move(variables));
  }
};

}  // namespace

TEST_CASE("a library with a slash is found from the manifest's folder") {
  const TestFolder folder;
  folder.write("plugins/lib/libnpu.so", "ELF");
  folder.write("lib/libnpu.so", "ELF");
  CHECK(found(described("", "lib/libnpu.so", folder / "plugins")) ==
        (folder / "plugins/lib/libnpu.so") + " (from the manifest's folder)");
  CHECK(found(described("", "../lib/libnpu.so", folder / "plugins")) ==
        (folder / "lib/libnpu.so") + " (from the manifest's folder)");
  CHECK(found(described("", "./lib/libnpu.so", folder / "plugins")) ==
        (folder / "plugins/lib/libnpu.so") + " (from the manifest's folder)");
}

TEST_CASE("a library with a slash is looked for in no other folder") {
  const TestFolder folder;
  folder.write("dirs/lib/libnpu.so", "ELF");
  CHECK(found(described("\"library_dirs\": \"" + (folder / "dirs") + "\"", "lib/libnpu.so", folder.path())) ==
        "error[A0502]: the library `lib/libnpu.so` was not found\n"
        "  --> npu.json:5:14\n"
        "   |\n"
        " 5 |   \"library\": \"lib/libnpu.so\",\n"
        "   |              ^^^^^^^^^^^^^^^\n"
        "   = note: looked at `" +
            (folder / "lib/libnpu.so") + "` (from the manifest's folder): no such file or directory\n");
}

TEST_CASE("an absolute library is that file") {
  const TestFolder folder;
  const std::string path = folder.write("libnpu.so", "ELF");
  CHECK(found(described("", path)) == path + " (the path in the manifest)");
}

TEST_CASE("a bare library is found by the first rule that has it, in one order") {
  const Image image;
  const std::string dirs = R"("library_dirs": ["/opt/a", "/opt/b"])";
  image.make_folder("plugins");
  const auto look = [&] { return image.look(dirs); };
  const auto place = [&](const std::string& path, const std::string& rule) {
    return image.path() + path + " (" + rule + ")";
  };

  const std::string usr = "/usr/lib/" + multiarch, lib = "/lib/" + multiarch;
  for (const std::string& folder :
       std::initializer_list<std::string>{"/usr/lib", "/usr/lib64", usr, "/lib", "/lib64", lib}) {
    image.add_library(folder.substr(1) + "/libnpu.so");
    CHECK(look() == place(folder + "/libnpu.so", "the linker's own folders"));
  }
  image.add_library("opt/b/libnpu.so");
  CHECK(look() == place("/opt/b/libnpu.so", "library_dirs, entry 2"));
  image.add_library("opt/a/libnpu.so");
  CHECK(look() == place("/opt/a/libnpu.so", "library_dirs, entry 1"));
  image.add_library("plugins/libnpu.so");
  CHECK(look() == place("/plugins/libnpu.so", "beside the manifest"));
}

TEST_CASE("LD_LIBRARY_PATH comes after the manifest's folders, and before what the machine has") {
  const TestFolder folder;
  folder.make_folder("plugins");
  const test::Variables variables = {{"LD_LIBRARY_PATH", (folder / "a") + ";:" + (folder / "b")}};
  const auto look = [&](std::string_view library) {
    return found(described(R"("library_dirs": "../dirs")", library, folder / "plugins"), "/", variables);
  };
  folder.write("b/libc.so.6", "ELF");
  CHECK(look("libc.so.6") == (folder / "b/libc.so.6") + " (LD_LIBRARY_PATH)");
  folder.write("a/libc.so.6", "ELF");
  CHECK(look("libc.so.6") == (folder / "a/libc.so.6") + " (LD_LIBRARY_PATH)");
  folder.write("dirs/libc.so.6", "ELF");
  CHECK(look("libc.so.6") == (folder / "dirs/libc.so.6") + " (library_dirs, entry 1)");
}

TEST_CASE("LD_LIBRARY_PATH is this process's, and not an image's") {
  const Image image;
  image.make_folder("plugins");
  image.add_library("ld/libnpu.so");
  CHECK(image.look("", "libnpu.so", {{"LD_LIBRARY_PATH", "/ld:" + (image / "ld")}})
            .starts_with("error[A0502]: the library `libnpu.so` was not found\n"));
}

TEST_CASE("the linker's cache is asked before its own folders") {
  CHECK(found(described("", "libc.so.6", "/nowhere")).ends_with("/libc.so.6 (ld.so.cache)"));
}

TEST_CASE("a relative folder of library_dirs starts from the manifest's folder") {
  const TestFolder folder;
  folder.write("lib/libnpu.so", "ELF");
  CHECK(found(described(R"("library_dirs": ["none", "../lib"])", "libnpu.so", folder / "plugins")) ==
        (folder / "lib/libnpu.so") + " (library_dirs, entry 2)");
}

TEST_CASE("a decoy in the current folder is never taken") {
  const TestFolder folder;
  folder.write("here/libnpu_decoy.so", "ELF");
  folder.write("here/lib/libnpu_decoy.so", "ELF");
  folder.make_folder("plugins");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "here");
  const Descriptor npu = described(R"("library_dirs": ["lib", "."])", "libnpu_decoy.so", folder / "plugins");
  const std::string bare = found(npu, "/", {{"LD_LIBRARY_PATH", ":"}});
  const std::string relative = refusal(described("", "lib/libnpu_decoy.so", folder / "plugins"));
  std::filesystem::current_path(before);
  CHECK(bare.starts_with("error[A0502]: the library `libnpu_decoy.so` was not found\n"));
  CHECK(relative == "the library `lib/libnpu_decoy.so` was not found");
}

TEST_CASE("a library that is nowhere is told with every place that was looked at") {
  const Image image;
  image.make_folder("plugins");
  const auto at = [&](const std::string& path, const std::string& rule) {
    return "   = note: looked at `" + image.path() + path + "` (" + rule + "): no such file or directory\n";
  };
  CHECK(image.look(R"("library_dirs": "/opt/npu/lib", "help": {"library": "install the toolkit"})") ==
        "error[A0502]: the library `libnpu.so` was not found\n"
        "  --> npu.json:5:14\n"
        "   |\n"
        " 5 |   \"library\": \"libnpu.so\",\n"
        "   |              ^^^^^^^^^^^\n" +
            at("/plugins/libnpu.so", "beside the manifest") + at("/opt/npu/lib/libnpu.so", "library_dirs, entry 1") +
            "   = note: looked at ld.so.cache\n" + at("/lib/" + multiarch + "/libnpu.so", "the linker's own folders") +
            at("/lib64/libnpu.so", "the linker's own folders") + at("/lib/libnpu.so", "the linker's own folders") +
            at("/usr/lib/" + multiarch + "/libnpu.so", "the linker's own folders") +
            at("/usr/lib64/libnpu.so", "the linker's own folders") +
            at("/usr/lib/libnpu.so", "the linker's own folders") + "help: install the toolkit\n");
}

TEST_CASE("what is there and can be no library is told, and not passed over") {
  const TestFolder folder;
  const std::string empty = folder.write("empty/libnpu.so", ""), sub = folder.make_folder("folder/libnpu.so");
  folder.make_folder("fifo");
  REQUIRE(mkfifo((folder / "fifo/libnpu.so").c_str(), 0600) == 0);
  folder.write("good/libnpu.so", "ELF");
  const std::string dirs = "\"library_dirs\": \"" + (folder / "good") + "\"";
  CHECK(refusal(described(dirs, "libnpu.so", folder / "empty")) == "`" + empty + "` is empty");
  CHECK(refusal(described(dirs, "libnpu.so", folder / "folder")) == "`" + sub + "` is a folder, and not a library");
  CHECK(found(described(dirs + R"(, "help": {"library": "install it"})", "libnpu.so", folder / "fifo")) ==
        "error[A0503]: `" + (folder / "fifo/libnpu.so") +
            "` is a FIFO, and not a library\n"
            "  --> npu.json:5:14\n"
            "   |\n"
            " 5 |   \"library\": \"libnpu.so\",\n"
            "   |              ^^^^^^^^^^^\n"
            "help: install it\n");
}

TEST_CASE("a link to a library is one, and a link to nothing is passed over") {
  const TestFolder folder;
  folder.write("libnpu.so.1", "ELF");
  folder.link("a/libnpu.so", "gone.so");
  folder.link("b/libnpu.so", "../libnpu.so.1");
  CHECK(found(described("\"library_dirs\": \"" + (folder / "b") + "\"", "libnpu.so", folder / "a")) ==
        (folder / "b/libnpu.so") + " (library_dirs, entry 1)");
}

TEST_CASE("links in an image lead to where they do in the image, also beside the manifest") {
  const Image image;
  image.add_library("opt/npu/libnpu.so");
  image.link("plugins/libnpu.so", "/opt/npu/libnpu.so");
  image.link("plugins/lib", "/opt/npu");
  CHECK(image.look() == (image / "opt/npu/libnpu.so") + " (beside the manifest)");
  CHECK(image.look("", "lib/libnpu.so") == (image / "opt/npu/libnpu.so") + " (from the manifest's folder)");
  image.link("plugins/libc.so.6", "/proc/self/exe");
  CHECK(image.look("", "libc.so.6").starts_with("error[A0502]: the library `libc.so.6` was not found\n"));
}

TEST_CASE("two points in the path of a library do not lead out of an image") {
  const Image image;
  image.add_library("libnpu.so");
  CHECK(image.look("", "../../../../libnpu.so") == (image / "libnpu.so") + " (from the manifest's folder)");
}
