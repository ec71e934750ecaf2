#include "binary/verify_hash.hpp"

#include <catch2/catch_test_macros.hpp>

#include "unit/manifest/described.hpp"

using namespace accelloader;

namespace {

const std::string of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::string verdict(const std::string& hash, const std::string& library) {
  const auto opened = platform::OpenFile::open(library);
  const auto error = binary::verify_hash(test::described(hash.empty() ? "" : "\"sha256\": \"" + hash + "\""), library,
                                         std::get<platform::OpenFile>(opened));
  return error ? render(*error) : "it fits";
}

}  // namespace

TEST_CASE("without a hash in the manifest every file fits") {
  const test::TestFolder folder;
  CHECK(verdict("", folder.write("libnpu.so", "abc")) == "it fits");
}

TEST_CASE("the file of the hash fits, however the hash is written") {
  const test::TestFolder folder;
  const std::string library = folder.write("libnpu.so", "abc");
  CHECK(verdict(of_abc, library) == "it fits");
  CHECK(verdict("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", library) == "it fits");
}

TEST_CASE("another file is refused with its own hash") {
  const test::TestFolder folder;
  const std::string library = folder.write("libnpu.so", "abc");
  CHECK(verdict(of_nothing, library) == "error[A0505]: `" + library +
                                            "` is not the file that the manifest means\n"
                                            "  --> npu.json:6:13\n"
                                            "   |\n"
                                            " 6 |   \"sha256\": \"" +
                                            of_nothing +
                                            "\"\n"
                                            "   |             " +
                                            std::string(66, '^') +
                                            "\n"
                                            "   = note: its SHA-256 is " +
                                            of_abc + "\n");
}
