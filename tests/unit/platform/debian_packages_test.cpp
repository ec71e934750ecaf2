#include "platform/debian_packages.hpp"

#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include "support/process.hpp"
#include "support/test_folder.hpp"

using namespace accelloader::platform;

namespace {

std::string told(const std::vector<PackageFile>& files) {
  std::string text;
  for (const PackageFile& file : files) text += file.package + " " + file.path + "\n";
  return text;
}

}  // namespace

TEST_CASE("the files of installed packages are found by their whole name") {
  const test::TestFolder image;
  image.write("var/lib/dpkg/info/libnpu1:amd64.list", "/.\n/usr/lib/npu/libnpu.so.1\n/usr/lib/npu/libnpu.so.1.2\n");
  image.write("var/lib/dpkg/info/npu-tools.list", "/usr/lib/xlibnpu.so.1\n/opt/npu/libnpu.so.1\n/opt/npu/libacl.so\n");
  image.write("var/lib/dpkg/info/npu-tools.md5sums", "/opt/npu/libnpu.so.1\n");
  CHECK(told(files_of_installed_packages(image.path(), {"libnpu.so.1", "libacl.so"})) ==
        "libnpu1 /usr/lib/npu/libnpu.so.1\n"
        "npu-tools /opt/npu/libnpu.so.1\n"
        "npu-tools /opt/npu/libacl.so\n");
  CHECK(told(files_of_installed_packages(image.path(), {"libnpu.so"})).empty());
}

TEST_CASE("a system without dpkg knows no package") {
  const test::TestFolder image;
  CHECK(files_of_installed_packages(image.path(), {"libnpu.so.1"}).empty());
}

TEST_CASE("the distribution's packages are known where apt-file has an index") {
  const auto indexed = test::run({"sh", "-c", "apt-file search --regexp /libOpenCL.so.1$"});
  const std::string found = told(files_of_available_packages({"libOpenCL.so.1", "lib(no)such*.so"}));
  if (indexed.output.empty()) {
    CHECK(found.empty());
    SKIP("apt-file is not installed, or has no index");
  }
  CHECK(found.find("ocl-icd-libopencl1 /usr/lib/x86_64-linux-gnu/libOpenCL.so.1\n") != std::string::npos);
}
