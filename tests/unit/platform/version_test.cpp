#include <catch2/catch_test_macros.hpp>

#include <accelloader/render.hpp>
#include <accelloader/version.hpp>

using namespace accelloader;

namespace {

bool fits(std::string_view range, std::string_view version) {
  auto parsed = VersionRange::parse(range);
  REQUIRE(parsed);
  return parsed.value().contains(Version::parse(version));
}

std::string refusal(std::string_view range) {
  const auto parsed = VersionRange::parse(range);
  return parsed ? "it was taken" : render(parsed.error());
}

}  // namespace

TEST_CASE("the version of the running library is a version") { CHECK(Version::parse(version()).text() == version()); }

TEST_CASE("versions compare by number, part by part") {
  CHECK(Version::parse("2.14") > Version::parse("2.9"));
  CHECK(Version::parse("2.9.1") > Version::parse("2.9"));
  CHECK(Version::parse("3") > Version::parse("2.99.99"));
  CHECK(Version::parse("2.06") == Version::parse("2.6"));
}

TEST_CASE("parts that are missing are zero") {
  CHECK(Version::parse("2.6") == Version::parse("2.6.0"));
  CHECK(Version::parse("2") == Version::parse("2.0.0"));
}

TEST_CASE("a local part and what follows the digits of a part are ignored") {
  CHECK(Version::parse("2.14.1+cpu").text() == "2.14.1");
  CHECK(Version::parse("2.14.0a0+git1234").text() == "2.14.0");
  CHECK(Version::parse("2.36-9+deb12u10").text() == "2.36");
  CHECK(Version::parse(" 2.6 ").text() == "2.6");
}

TEST_CASE("text that starts with no digit is no version") {
  CHECK(Version::parse("").parts.empty());
  CHECK(Version::parse("v2.6").parts.empty());
  CHECK(Version::parse(".6").parts.empty());
}

TEST_CASE("a part that is too large for a number is the largest one") {
  CHECK(Version::parse("99999999999999999999.1") > Version::parse("4294967294"));
  CHECK(Version::parse("99999999999999999999.1").parts.size() == 2);
}

TEST_CASE("each operator says what it says") {
  CHECK(fits(">=2.6", "2.6"));
  CHECK_FALSE(fits(">=2.6", "2.5.9"));
  CHECK(fits(">2.6", "2.6.1"));
  CHECK_FALSE(fits(">2.6", "2.6.0"));
  CHECK(fits("<=2.6", "2.6"));
  CHECK_FALSE(fits("<=2.6", "2.6.1"));
  CHECK(fits("<2.6", "2.5"));
  CHECK_FALSE(fits("<2.6", "2.6"));
  CHECK(fits("==2.6", "2.6.0+cu124"));
  CHECK_FALSE(fits("==2.6", "2.6.1"));
  CHECK(fits("!=2.6", "2.6.1"));
  CHECK_FALSE(fits("!=2.6", "2.6"));
}

TEST_CASE("all conditions of a range must hold") {
  CHECK(fits(" >= 2.6 , < 2.15, !=2.9.0", "2.14.1+cpu"));
  CHECK_FALSE(fits(" >= 2.6 , < 2.15, !=2.9.0", "2.9"));
  CHECK_FALSE(fits(" >= 2.6 , < 2.15, !=2.9.0", "2.15"));
}

TEST_CASE("a range without conditions fits every version") {
  CHECK(VersionRange().empty());
  CHECK(VersionRange().contains(Version::parse("0")));
}

TEST_CASE("a range keeps its text") { CHECK(VersionRange::parse(">=2.6,<2.15").value().text() == ">=2.6,<2.15"); }

TEST_CASE("what is no range is refused") {
  const std::string help = "help: write conditions as `>=2.6,<2.15`\n";
  CHECK(refusal("2.6") == "error[A0209]: `2.6` is no version condition\n" + help);
  CHECK(refusal("~=2.6") == "error[A0209]: `~=2.6` is no version condition\n" + help);
  CHECK(refusal(">=") == "error[A0209]: `>=` names no version\n" + help);
  CHECK(refusal(">=new") == "error[A0209]: `>=new` names no version\n" + help);
  CHECK(refusal("") == "error[A0209]: a condition is empty\n" + help);
  CHECK(refusal(">=2.6,") == "error[A0209]: a condition is empty\n" + help);
}

TEST_CASE("a forgotten comma does not swallow the second condition") {
  CHECK(refusal(">=2.6 <2.15") ==
        "error[A0209]: `>=2.6 <2.15` is no version condition\n"
        "help: write conditions as `>=2.6,<2.15`\n");
  CHECK(refusal("==2.6.*") ==
        "error[A0209]: `==2.6.*` is no version condition\n"
        "help: write conditions as `>=2.6,<2.15`\n");
}
