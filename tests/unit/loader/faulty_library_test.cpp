// A load of every library that is wrong: it is refused with the true cause, and the process goes on. Of some of these
// files dlopen would never return.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>

#include "accelloader/loader.hpp"
#include "accelloader/render.hpp"
#include "fakes/fake_paths.hpp"
#include "fakes/faulty_paths.hpp"
#include "support/plugins_folder.hpp"

using namespace accelloader;
using test::PluginsFolder;

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The first cause that a load of `library` tells.
std::string refused(const PluginsFolder& folder, const std::string& library) {
  folder.add("npu", library);
  LoaderOptions options = folder.options();
  options.inspection = Inspection::place;
  auto loader = Loader::discover(std::move(options));
  const auto plugin = loader.load("npu");
  if (plugin) return "loaded";
  const Error& cause = plugin.error().causes().front();
  std::string text = to_string(cause.code()) + " " + std::string(cause.message());
  for (auto at = text.find(folder.path()); at != std::string::npos; at = text.find(folder.path()))
    text.replace(at, folder.path().size(), "DIR");
  return text;
}

std::string refused_copy(const std::string& library) {
  const PluginsFolder folder;
  const std::string path = folder / "libnpu.so";
  std::filesystem::copy_file(library, path);
  return refused(folder, path);
}

std::string refused_text(const std::string& text) {
  const PluginsFolder folder;
  return refused(folder, folder.write("libnpu.so", text));
}

}  // namespace

TEST_CASE("a load refuses a file that is no library") {
  CHECK(refused_text("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n") ==
        "A0507 `DIR/libnpu.so` is a git-lfs pointer, in place of the file itself (70 bytes), and not a library");
  CHECK(refused_text("libnpu.so.1") ==
        "A0507 `DIR/libnpu.so` is a text that names `libnpu.so.1`: a link that was copied "
        "as a file (11 bytes), and not a library");
  CHECK(refused_text("") == "A0504 `DIR/libnpu.so` is empty");
  CHECK(refused_copy(faulty::program) == "A0510 `DIR/libnpu.so` is a program, and not a library");
  CHECK(refused_copy(faulty::object) ==
        "A0510 `DIR/libnpu.so` is an object file, which a linker makes a library of, and not a library");
}

TEST_CASE("a load refuses a FIFO, a folder and a ring of links, and hangs on none") {
  const PluginsFolder folder;
  REQUIRE(mkfifo((folder / "fifo.so").c_str(), 0600) == 0);
  CHECK(refused(folder, folder / "fifo.so") == "A0503 `DIR/fifo.so` is a FIFO, and not a library");
  folder.make_folder("folder.so");
  CHECK(refused(folder, folder / "folder.so") == "A0503 `DIR/folder.so` is a folder, and not a library");
  folder.link("ring.so", "ring.so");
  CHECK(refused(folder, folder / "ring.so") == "A0502 the library `DIR/ring.so` was not found");
}

TEST_CASE("a load refuses a library that is cut off, of which dlopen dies") {
  const std::string good = content(fakes::codec);
  CHECK(refused_text(good.substr(0, 4096)).starts_with("A0509 `DIR/libnpu.so` is cut off: it has 4096 of at least "));
  CHECK(refused_text(good.substr(0, good.size() / 2)).starts_with("A0509 `DIR/libnpu.so` is cut off: it has "));
}

TEST_CASE("a load refuses a library of another machine, and does not say that there is none") {
  std::string changed = content(fakes::codec);
  changed.replace(18, 2, std::string("\xb7\0", 2));
  CHECK(refused_text(changed) == "A0508 `DIR/libnpu.so` is for aarch64, and this process is x86_64");
}

TEST_CASE("a load tells every missing library and version, and every symbol") {
  CHECK(refused_copy(faulty::vnpu) == "A0512 2 needed libraries are missing: `libvdrv.so` and `libvop.so`");
  CHECK(refused_copy(faulty::needs_future_libc).starts_with("A0513 `libnpu.so` needs GLIBC_2.99, and `"));
  CHECK(refused_copy(faulty::big_tls) ==
        "A0515 `libnpu.so` needs 262144 bytes of static thread-local storage, and a process that runs has 1664 left at "
        "most");

  const PluginsFolder folder;
  folder.add("npu", faulty::undefined_c10);
  auto loader = folder.loader();
  const auto plugin = loader.load("npu");
  REQUIRE_FALSE(plugin);
  const Error& cause = plugin.error().causes().front();
  CHECK(cause.message() == "the plugin library cannot be opened");
  CHECK(cause.notes().front() == std::string("the dynamic linker says: ") + faulty::undefined_c10 +
                                     ": undefined symbol: _ZNK3c1010TensorImpl20is_contiguous_customEi");
  REQUIRE(cause.causes().size() == 1);
  CHECK(cause.causes().front().message() ==
        "`libundefined_c10.so` needs the symbol `c10::TensorImpl::is_contiguous_custom(int) const`, which nothing "
        "defines");
}

TEST_CASE("a load for which others have left no static thread-local storage says who has it") {
  const PluginsFolder folder;
  std::vector<std::string> names;
  for (const char letter : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}) {
    const std::string path = folder / (std::string("lib") + letter + ".so");
    std::filesystem::copy_file(faulty::some_tls, path);
    names.emplace_back(std::string("npu_") + letter);
    folder.add(names.back(), path);
  }
  auto loader = folder.loader();
  std::string refused;
  for (const std::string& name : names) {
    const auto plugin = loader.load(name);
    if (plugin) continue;
    const Error& cause = plugin.error().causes().front();
    REQUIRE(cause.causes().size() == 1);
    const Error& shortage = cause.causes().front();
    CHECK(to_string(shortage.code()) == "A0515");
    CHECK(shortage.message() ==
          "the plugin needs 400 bytes of static thread-local storage, and what this process had left is used up by "
          "libraries that were loaded before");
    CHECK(std::ranges::count(shortage.notes(), "`liba.so`, which is loaded, has 400 bytes") == 1);
    CHECK(shortage.help() ==
          "load this back end earlier, or start the program with GLIBC_TUNABLES=glibc.rtld.optional_static_tls=1024");
    refused = name;
  }
  CHECK(refused == names.back());
}
