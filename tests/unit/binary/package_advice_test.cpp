#include "binary/package_advice.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/test_folder.hpp"

using namespace accelloader::binary;

namespace {

std::string told(const PackageAdvice& advice) {
  std::string text;
  for (const std::string& note : advice.notes) text += note + "\n";
  return text + "help: " + advice.help;
}

}  // namespace

TEST_CASE("a library of an installed package is told with what is wrong with it") {
  const test::TestFolder image;
  image.write("var/lib/dpkg/info/npu-runtime.list", "/usr/lib/npu/libnpu.so.1\n/usr/lib/npu/libacl.so\n");
  image.write("usr/lib/npu/libnpu.so.1", "");
  CHECK(told(advise_on_packages({"libnpu.so.1"}, image.path())) ==
        "the installed package `npu-runtime` has `/usr/lib/npu/libnpu.so.1`, which is not searched\n"
        "help: add `/usr/lib/npu` to LD_LIBRARY_PATH, or to /etc/ld.so.conf.d and run `ldconfig`");
  CHECK(told(advise_on_packages({"libacl.so"}, image.path())) ==
        "the installed package `npu-runtime` has `/usr/lib/npu/libacl.so`, and it is gone\n"
        "help: install it again: `apt-get install --reinstall npu-runtime`");
}

TEST_CASE("nothing is guessed of a library that no package is known to have") {
  const test::TestFolder image;
  image.write("var/lib/dpkg/info/npu-runtime.list", "/usr/lib/npu/libnpu.so.1\n");
  CHECK(told(advise_on_packages({"libcuda.so.1"}, image.path())) == "help: ");
}
