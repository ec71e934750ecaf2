#include <catch2/catch_test_macros.hpp>

#include <accelloader/render.hpp>

using namespace accelloader;

namespace {

Location place() { return {.file = "npu.json", .line = 5, .column = 14, .source = "  \"library\": \"libnpu.so\""}; }

Error cause(std::string text) { return Error(ErrorCode::library_not_found, std::move(text)); }

}  // namespace

TEST_CASE("the summary of a bare error is its message and its code") {
  CHECK(summarize(Error(ErrorCode::hardware_not_found, "no NPU on the PCI bus")) == "no NPU on the PCI bus (A0403)");
}

TEST_CASE("a summary tells causes, notes, the place and the help, a line each") {
  CHECK(summarize(Error(ErrorCode::library_cannot_be_opened, "the library cannot be opened")
                      .at(place())
                      .caused_by(cause("libhccl.so is missing"))
                      .note("looked in ld.so.cache")
                      .help("install the toolkit")) ==
        "the library cannot be opened (A0601)\n"
        "  cause: libhccl.so is missing\n"
        "  note: looked in ld.so.cache\n"
        "  manifest: npu.json:5:14\n"
        "  help: install the toolkit");
}

TEST_CASE("a cause is told with the causes and the notes that it has itself") {
  CHECK(summarize(Error(ErrorCode::library_cannot_be_opened, "the library cannot be opened")
                      .caused_by(cause("libhccl.so is missing").caused_by(cause("libc.so.7 is missing").note("old")))
                      .note("last")) ==
        "the library cannot be opened (A0601)\n"
        "  cause: libhccl.so is missing\n"
        "  cause: libc.so.7 is missing\n"
        "  note: old\n"
        "  note: last");
}

TEST_CASE("a summary has at most six lines, and says how much it leaves out") {
  Error error = Error(ErrorCode::library_cannot_be_opened, "the library cannot be opened").at(place()).help("help");
  for (const char* name : {"one", "two", "three", "four", "five"}) error.caused_by(cause(name));
  CHECK(summarize(error) ==
        "the library cannot be opened (A0601)\n"
        "  cause: one\n"
        "  cause: two\n"
        "  ... and 3 more lines\n"
        "  manifest: npu.json:5:14\n"
        "  help: help");
}

TEST_CASE("a story that just fits is told in full") {
  Error error(ErrorCode::library_cannot_be_opened, "the library cannot be opened");
  for (const char* name : {"one", "two", "three", "four", "five"}) error.caused_by(cause(name));
  CHECK(summarize(error) ==
        "the library cannot be opened (A0601)\n"
        "  cause: one\n"
        "  cause: two\n"
        "  cause: three\n"
        "  cause: four\n"
        "  cause: five");
}

TEST_CASE("a text of several lines takes one line of a summary") {
  CHECK(summarize(Error(ErrorCode::activation_failed, "the plugin failed:\nno firmware\n").note("a\nb\x1b[1m")) ==
        "the plugin failed: no firmware (A0801)\n"
        "  note: a b\\x1b[1m");
}

TEST_CASE("where an error has no place and no help of its own, those of a cause are told") {
  CHECK(summarize(Error(ErrorCode::backend_unknown, "`npu` cannot be used")
                      .caused_by(cause("first"))
                      .caused_by(cause("second").at(place()).help("install the toolkit"))) ==
        "`npu` cannot be used (A0305)\n"
        "  cause: first\n"
        "  cause: second\n"
        "  manifest: npu.json:5:14\n"
        "  help: install the toolkit");
}
