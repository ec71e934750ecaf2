#include "platform/sha256.hpp"

#include <unistd.h>
#include <variant>

#include <catch2/catch_test_macros.hpp>

#include "support/test_folder.hpp"

namespace {

std::string sha256_of_file(const std::string& path) {
  const auto opened = accelloader::platform::OpenFile::open(path);
  return accelloader::platform::sha256_of(std::get<accelloader::platform::OpenFile>(opened));
}

}  // namespace

TEST_CASE("the SHA-256 of a file is that of FIPS 180-4") {
  const test::TestFolder folder;
  CHECK(sha256_of_file(folder.write("empty", "")) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_of_file(folder.write("abc", "abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_of_file(folder.write("two_blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_of_file(folder.write("million", std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("what has become shorter since it was opened has no SHA-256") {
  const test::TestFolder folder;
  const auto opened = accelloader::platform::OpenFile::open(folder.write("short", "abc"));
  REQUIRE(truncate((folder / "short").c_str(), 2) == 0);
  CHECK(accelloader::platform::sha256_of(std::get<accelloader::platform::OpenFile>(opened)).empty());
}
