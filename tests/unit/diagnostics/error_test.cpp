#include <catch2/catch_test_macros.hpp>

#include <accelloader/error.hpp>

using namespace accelloader;

TEST_CASE("a location is the file, the line and the column") {
  CHECK(to_string(Location{.file = "/etc/accelloader/plugins/tpu.json", .line = 9, .column = 17}) ==
        "/etc/accelloader/plugins/tpu.json:9:17");
}

TEST_CASE("a location of line 0 is the file as a whole") {
  CHECK(to_string(Location{.file = "tpu.json"}) == "tpu.json");
}

TEST_CASE("an error starts with a code and a message, and nothing else") {
  const Error error(ErrorCode::hardware_not_found, "no Google TPU on the PCI bus");
  CHECK(error.code() == ErrorCode::hardware_not_found);
  CHECK(error.message() == "no Google TPU on the PCI bus");
  CHECK_FALSE(error.location());
  CHECK(error.notes().empty());
  CHECK(error.help().empty());
  CHECK(error.causes().empty());
}

TEST_CASE("notes and causes add up, in the order in which they came") {
  const Error error = Error(ErrorCode::library_cannot_be_opened, "it cannot be opened")
                          .note("first")
                          .caused_by(Error(ErrorCode::library_not_found, "one"))
                          .note("second")
                          .caused_by(Error(ErrorCode::library_empty, "two"));
  REQUIRE(error.notes().size() == 2);
  CHECK(error.notes()[0] == "first");
  CHECK(error.notes()[1] == "second");
  REQUIRE(error.causes().size() == 2);
  CHECK(error.causes()[0].message() == "one");
  CHECK(error.causes()[1].message() == "two");
}

TEST_CASE("a later place and a later help replace the earlier ones") {
  Error error(ErrorCode::library_not_found, "not found");
  error.at({.file = "a.json"}).at({.file = "b.json", .line = 2, .column = 3});
  error.help("install it").help("install it again");
  CHECK(to_string(*error.location()) == "b.json:2:3");
  CHECK(error.help() == "install it again");
}

TEST_CASE("an empty help takes nothing away") {
  CHECK(Error(ErrorCode::library_not_found, "not found").help("install it").help("").help() == "install it");
}

TEST_CASE("a clone has the whole story, and goes its own way") {
  Error error = Error(ErrorCode::library_cannot_be_opened, "it cannot be opened")
                    .at({.file = "npu.json", .line = 5, .column = 14, .source = "{}", .label = "here"})
                    .note("a note")
                    .help("a help")
                    .caused_by(Error(ErrorCode::library_not_found, "a cause").note("of the cause"));
  const Error copy = error.clone();
  error.note("later").help("another help").at({.file = "other.json"});
  error.caused_by(Error(ErrorCode::library_empty, "later"));

  CHECK(copy.code() == ErrorCode::library_cannot_be_opened);
  CHECK(copy.message() == "it cannot be opened");
  REQUIRE(copy.location());
  CHECK(to_string(*copy.location()) == "npu.json:5:14");
  CHECK(copy.location()->source == "{}");
  CHECK(copy.location()->label == "here");
  CHECK(copy.help() == "a help");
  REQUIRE(copy.notes().size() == 1);
  CHECK(copy.notes()[0] == "a note");
  REQUIRE(copy.causes().size() == 1);
  REQUIRE(copy.causes()[0].notes().size() == 1);
  CHECK(copy.causes()[0].notes()[0] == "of the cause");
}

TEST_CASE("an error is one pointer wide, so that a Result of it is cheap to return") {
  STATIC_CHECK(sizeof(Error) == sizeof(void*));
}
