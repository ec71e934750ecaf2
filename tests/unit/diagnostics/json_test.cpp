#include "diagnostics/json.hpp"

#include <catch2/catch_test_macros.hpp>

#include <accelloader/render.hpp>

using namespace accelloader;

TEST_CASE("a finding as JSON has everything that its text has") {
  const Finding found =
      finding(Error(ErrorCode::library_cannot_be_opened, "plugin library of backend `npu` cannot be opened")
                  .at({.file = "npu.json", .line = 5, .column = 14, .length = 11, .source = "{}", .label = "resolved"})
                  .caused_by(Error(ErrorCode::library_not_found, "libhccl.so is missing").note("needed by libnpu.so"))
                  .note("looked in ld.so.cache")
                  .help("install the toolkit"));
  CHECK(to_json(found) == R"({
  "code": "A0601",
  "severity": "error",
  "stage": "open",
  "message": "plugin library of backend `npu` cannot be opened",
  "location": {
    "path": "npu.json",
    "line": 5,
    "column": 14,
    "length": 11,
    "source": "{}",
    "label": "resolved"
  },
  "notes": [
    "looked in ld.so.cache"
  ],
  "causes": [
    {
      "code": "A0502",
      "stage": "inspect",
      "message": "libhccl.so is missing",
      "location": null,
      "notes": [
        "needed by libnpu.so"
      ],
      "causes": [],
      "help": null
    }
  ],
  "help": "install the toolkit"
})");
}

TEST_CASE("what a finding lacks is null or empty, and never left out") {
  CHECK(diagnostics::written(diagnostics::json_of(note(Error(ErrorCode::manifest_duplicate, "read once"))), -1) ==
        R"({"code":"A0304","severity":"note","stage":"resolve","message":"read once","location":null,"notes":[],)"
        R"("causes":[],"help":null})");
}

TEST_CASE("bytes that are not UTF-8 are replaced, so that the document always is") {
  CHECK(diagnostics::written(diagnostics::json_of(Error(ErrorCode::library_not_found, "caf\xe9.so")), -1) ==
        "{\"code\":\"A0502\",\"stage\":\"inspect\",\"message\":\"caf\xEF\xBF\xBD.so\",\"location\":null,\"notes\":[],"
        "\"causes\":[],\"help\":null}");
}
