#include <catch2/catch_test_macros.hpp>

#include "platform/file.hpp"
#include "support/test_folder.hpp"

using accelloader::platform::below_root;
using test::TestFolder;

TEST_CASE("below the root of this machine a path is itself") {
  CHECK(below_root("/", "/etc/../etc/passwd") == "/etc/../etc/passwd");
  CHECK(below_root("/", "plugins") == "plugins");
}

TEST_CASE("below an image a path is that of the image, absolute or not") {
  const TestFolder image;
  CHECK(below_root(image.path(), "/etc/accelloader") == image / "etc/accelloader");
  CHECK(below_root(image.path(), "etc//./accelloader/") == image / "etc/accelloader");
  CHECK(below_root(image.path() + "/", "/etc") == image / "etc");
  CHECK(below_root(image.path(), "/") == image.path());
}

TEST_CASE("two points do not lead out of an image") {
  const TestFolder image;
  CHECK(below_root(image.path(), "/../../etc/x") == image / "etc/x");
  CHECK(below_root(image.path(), "/etc/../../lib") == image / "lib");
}

TEST_CASE("an absolute link in an image leads to where it would in a chroot") {
  const TestFolder image;
  image.write("opt/npu/npu.json", "{}");
  image.link("etc/plugins", "/opt/npu");
  CHECK(below_root(image.path(), "/etc/plugins/npu.json") == image / "opt/npu/npu.json");
}

TEST_CASE("a relative link starts from the folder that it lies in, and does not lead out of the image") {
  const TestFolder image;
  image.write("opt/npu/npu.json", "{}");
  image.link("etc/plugins", "../opt/npu");
  image.link("etc/out", "../../../../etc/passwd");
  CHECK(below_root(image.path(), "/etc/plugins/npu.json") == image / "opt/npu/npu.json");
  CHECK(below_root(image.path(), "/etc/out") == image / "etc/passwd");
}

TEST_CASE("two points behind a link start from where the link leads") {
  const TestFolder image;
  image.make_folder("opt/npu/lib");
  image.link("plugins", "/opt/npu/lib");
  CHECK(below_root(image.path(), "/plugins/../npu.json") == image / "opt/npu/npu.json");
}

TEST_CASE("links through links are followed, forty of them as the kernel does") {
  const TestFolder image;
  for (int i = 0; i < 40; ++i) image.link("l" + std::to_string(i), "/l" + std::to_string(i + 1));
  CHECK(below_root(image.path(), "/l0") == image / "l40");
  image.link("l40", "/l41");
  CHECK(below_root(image.path(), "/l0").empty());
}

TEST_CASE("a link in a loop leads nowhere, and never to the file of this machine that it names") {
  const TestFolder image;
  image.link("etc/passwd", "/etc/passwd");
  image.link("a", "b");
  image.link("b", "a");
  CHECK(below_root(image.path(), "/etc/passwd").empty());
  CHECK(below_root(image.path(), "/a/x").empty());
}
