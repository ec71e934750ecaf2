#include "binary/find_libtorch.hpp"

#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include "binary/libtorch_library.hpp"
#include "support/environment.hpp"
#include "support/test_folder.hpp"

using namespace accelloader;

namespace {

std::string version(const test::TestFolder& folder, const std::string& library) {
  return binary::libtorch_version(folder.write(library, "")).text();
}

}  // namespace

TEST_CASE("the version of libtorch is read from what lies beside it, as each of its packages has it") {
  const test::TestFolder folder;
  // pip, torch 2.13.0: the name stands in __all__ first.
  folder.write("wheel/torch/version.py",
               "from typing import Optional\n\n__all__ = ['__version__', 'debug']\n__version__ = '2.13.0+cpu'\n");
  CHECK(version(folder, "wheel/torch/lib/libc10.so") == "2.13.0");
  // The zip of 2.9 and later: headeronly, and a line that is continued.
  folder.write("new/include/torch/headeronly/version.h",
               "#define TORCH_VERSION_MAJOR 2\n/// as text\n#define TORCH_VERSION \\\n  \"2.9.1\"\n");
  CHECK(version(folder, "new/lib/libc10.so") == "2.9.1");
  // Debian 13.
  folder.write("usr/include/torch/csrc/api/include/torch/version.h",
               "#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION \\\n  \"2.6.0\"\n");
  CHECK(version(folder, "usr/lib/x86_64-linux-gnu/libc10.so.2.6") == "2.6.0");
  CHECK(version(folder, "bare/lib/libc10.so").empty());
}

TEST_CASE("libtorch is found where the dynamic linker looks and where a Python has its packages, each once") {
  const test::TestFolder image;
  image.write("usr/lib/x86_64-linux-gnu/libc10.so.2.6", "");
  image.link("lib", "usr/lib");
  image.write("usr/include/torch/csrc/api/include/torch/version.h", "#define TORCH_VERSION \"2.6.0\"\n");
  image.write("usr/bin/python3", "");
  image.write("usr/local/lib/python3.11/dist-packages/torch/lib/libc10.so", "");
  const auto found = binary::find_libtorch(image.path(), test::environment({}));
  REQUIRE(found.size() == 2);
  CHECK(found[0].library == "/lib/x86_64-linux-gnu/libc10.so.2.6");
  CHECK(found[0].version == "2.6.0");
  CHECK(found[0].rule == "the linker's own folders");
  CHECK(found[1].library == "/usr/local/lib/python3.11/dist-packages/torch/lib/libc10.so");
  CHECK(found[1].version.empty());
  CHECK(found[1].rule == "the python3 of /usr/bin");
}

TEST_CASE("the folders of LD_LIBRARY_PATH and PATH are this machine's") {
  const test::TestFolder folder;
  folder.write("one/libc10.so", "");
  folder.write("venv/bin/python3", "");
  folder.write("venv/lib/python3.11/site-packages/torch/lib/libc10.so", "");
  const auto found = binary::find_libtorch(
      "/", test::environment({{"LD_LIBRARY_PATH", (folder / "one") + ":relative"}, {"PATH", folder / "venv/bin"}}));
  std::string told;
  for (const LibtorchReport& one : found)
    if (one.library.starts_with(folder.path()))
      told += one.library.substr(folder.path().size()) + ": " + one.rule + "\n";
  CHECK(told ==
        "/one/libc10.so: LD_LIBRARY_PATH\n/venv/lib/python3.11/site-packages/torch/lib/libc10.so: the python3 of " +
            folder / "venv/bin" + "\n");
}
