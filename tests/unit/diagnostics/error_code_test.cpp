#include <catch2/catch_test_macros.hpp>

#include <accelloader/error_code.hpp>

using namespace accelloader;

TEST_CASE("a code is printed as A and four digits") {
  CHECK(to_string(ErrorCode::search_path_entry_missing) == "A0101");
  CHECK(to_string(ErrorCode::hardware_not_found) == "A0403");
  CHECK(to_string(static_cast<ErrorCode>(0)) == "A0000");
  CHECK(to_string(static_cast<ErrorCode>(9999)) == "A9999");
}

TEST_CASE("the hundreds of a code are its stage") {
  CHECK(to_string(stage_of(ErrorCode::search_path_entry_missing)) == "discover");
  CHECK(to_string(stage_of(ErrorCode::manifest_not_json)) == "parse");
  CHECK(to_string(stage_of(ErrorCode::backend_shadowed)) == "resolve");
  CHECK(to_string(stage_of(ErrorCode::hardware_not_found)) == "hardware");
  CHECK(to_string(stage_of(ErrorCode::library_not_found)) == "inspect");
  CHECK(to_string(stage_of(ErrorCode::library_cannot_be_opened)) == "open");
  CHECK(to_string(stage_of(ErrorCode::entry_missing)) == "negotiate");
  CHECK(to_string(stage_of(ErrorCode::activation_failed)) == "activate");
}
