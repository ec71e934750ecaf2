#include <catch2/catch_test_macros.hpp>

#include <accelloader/render.hpp>

using namespace accelloader;

namespace {

Location place() {
  return {.file = "/etc/accelloader/plugins/npu.json",
          .line = 5,
          .column = 14,
          .length = 17,
          .source = "  \"library\": \"libtorch_npu.so\",",
          .label = "resolved to /opt/npu/lib/libtorch_npu.so"};
}

}  // namespace

TEST_CASE("an error shows its place, its causes, its notes and its help") {
  const Error error = Error(ErrorCode::library_cannot_be_opened, "plugin library of backend `npu` cannot be opened")
                          .at(place())
                          .caused_by(Error(ErrorCode::library_not_found, "2 needed libraries are missing")
                                         .note("libascendcl.so.1 is needed by libtorch_npu.so"))
                          .note("looked in $ORIGIN, ld.so.cache")
                          .help("install the CANN toolkit 8.x");
  CHECK(render(error) ==
        "error[A0601]: plugin library of backend `npu` cannot be opened\n"
        "  --> /etc/accelloader/plugins/npu.json:5:14\n"
        "   |\n"
        " 5 |   \"library\": \"libtorch_npu.so\",\n"
        "   |              ^^^^^^^^^^^^^^^^^ resolved to /opt/npu/lib/libtorch_npu.so\n"
        "   = cause: 2 needed libraries are missing (A0502)\n"
        "   = note: libascendcl.so.1 is needed by libtorch_npu.so\n"
        "   = note: looked in $ORIGIN, ld.so.cache\n"
        "help: install the CANN toolkit 8.x\n");
}
