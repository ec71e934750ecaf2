#include <catch2/catch_test_macros.hpp>

#include <accelloader/finding.hpp>

using namespace accelloader;

namespace {

Error absent() { return Error(ErrorCode::hardware_not_found, "no NPU on the PCI bus").note("looked for 19e5:*"); }

}  // namespace

TEST_CASE("a finding is an error, a warning or a note") {
  CHECK(to_string(finding(absent()).severity) == "error");
  CHECK(to_string(warning(absent()).severity) == "warning");
  CHECK(to_string(note(absent()).severity) == "note");
}

TEST_CASE("a finding belongs to the stage of its code") { CHECK(finding(absent()).stage() == Stage::hardware); }

TEST_CASE("a cloned finding keeps its severity and its story") {
  const Finding copy = warning(absent()).clone();
  CHECK(copy.severity == Severity::warning);
  CHECK(copy.error.message() == "no NPU on the PCI bus");
  REQUIRE(copy.error.notes().size() == 1);
  CHECK(copy.error.notes()[0] == "looked for 19e5:*");
}
