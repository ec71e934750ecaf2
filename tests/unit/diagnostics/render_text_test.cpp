#include <cstdint>

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

/// An error whose line is `source`, with the caret below `length` bytes from `column` on.
std::string shown(std::string source, std::uint32_t column, std::uint32_t length) {
  Location where{.file = "npu.json", .line = 7, .column = column, .length = length, .source = std::move(source)};
  const std::string text = render(Error(ErrorCode::manifest_bad_value, "bad").at(std::move(where)));
  return text.substr(text.find("   |\n") + 5);
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
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

TEST_CASE("an error without a place is told without one") {
  CHECK(render(Error(ErrorCode::backend_unknown, "no manifest describes `gpu`").note("4 manifests were read")) ==
        "error[A0305]: no manifest describes `gpu`\n"
        "   = note: 4 manifests were read\n");
}

TEST_CASE("a place of line 0 is the file as a whole") {
  CHECK(render(Error(ErrorCode::manifest_empty, "the manifest is empty").at({.file = "npu.json"})) ==
        "error[A0202]: the manifest is empty\n"
        "  --> npu.json\n");
}

TEST_CASE("a place without its line is shown by number alone") {
  CHECK(render(Error(ErrorCode::manifest_bad_value, "bad").at({.file = "npu.json", .line = 3, .column = 4})) ==
        "error[A0209]: bad\n"
        "  --> npu.json:3:4\n");
}

TEST_CASE("a warning and a note say what they are") {
  CHECK(render(warning(Error(ErrorCode::manifest_unknown_key, "`x` is not a known key"))) ==
        "warning[A0206]: `x` is not a known key\n");
  CHECK(render(note(Error(ErrorCode::manifest_duplicate, "read once"))) == "note[A0304]: read once\n");
}

TEST_CASE("the margin grows with the line's number") {
  const Location where{.file = "npu.json", .line = 1234, .column = 1, .length = 2, .source = "{}"};
  CHECK(render(Error(ErrorCode::manifest_bad_value, "bad").at(where).note("why")) ==
        "error[A0209]: bad\n"
        "     --> npu.json:1234:1\n"
        "      |\n"
        " 1234 | {}\n"
        "      | ^^\n"
        "      = note: why\n");
}

TEST_CASE("causes of causes stand below each other, each with its code and, if the error has none, its place") {
  CHECK(render(Error(ErrorCode::activation_failed, "`npu` cannot be used")
                   .caused_by(Error(ErrorCode::activation_failed, "the board does not answer")
                                  .at({.file = "npu.json", .line = 2, .column = 3})
                                  .help("press its button")
                                  .caused_by(Error(ErrorCode::device_node_missing, "no node").help("load the driver")))
                   .help("read the manual")) ==
        "error[A0801]: `npu` cannot be used\n"
        "   = cause: the board does not answer, npu.json:2:3\n"
        "   = cause: no node (A0404)\n"
        "help: read the manual\n"
        "help: press its button\n"
        "help: load the driver\n");
}

TEST_CASE("texts of several lines are indented below their first one") {
  CHECK(render(
            Error(ErrorCode::activation_failed, "two\nlines").note("three\nmore\nlines\n").help("do this\nand that")) ==
        "error[A0801]: two\n"
        "  lines\n"
        "   = note: three\n"
        "           more\n"
        "           lines\n"
        "help: do this\n"
        "      and that\n");
}

TEST_CASE("colour is only written when it is asked for, and marks the parts") {
  const Location where{.file = "npu.json", .line = 9, .column = 3, .length = 2, .source = "  xy", .label = "here"};
  CHECK(render(finding(Error(ErrorCode::hardware_not_found, "no NPU").at(where).note("why").help("buy one")),
               Color::yes) ==
        "\x1b[1;31merror[A0403]\x1b[0m\x1b[1m: no NPU\x1b[0m\n"
        "  \x1b[1;34m-->\x1b[0m npu.json:9:3\n"
        "  \x1b[1;34m |\x1b[0m\n"
        " \x1b[1;34m9 | \x1b[0m  xy\n"
        "  \x1b[1;34m | \x1b[0m  \x1b[1;32m^^\x1b[0m here\n"
        "  \x1b[1;34m = \x1b[0m\x1b[1mnote\x1b[0m: why\n"
        "\x1b[1;32mhelp\x1b[0m: buy one\n");
  CHECK(render(warning(Error(ErrorCode::manifest_unknown_key, "odd")), Color::yes) ==
        "\x1b[1;33mwarning[A0206]\x1b[0m\x1b[1m: odd\x1b[0m\n");
  CHECK(render(note(Error(ErrorCode::manifest_duplicate, "twice")), Color::yes) ==
        "\x1b[1;36mnote[A0304]\x1b[0m\x1b[1m: twice\x1b[0m\n");
}

TEST_CASE("a line that fits is shown whole, however far right the caret is") {
  const std::string line = std::string(100, 'a') + "xyz";
  CHECK(shown(line, 101, 3) == " 7 | " + line + "\n   | " + std::string(100, ' ') + "^^^\n");
}

TEST_CASE("a long line, as minified JSON is one, is cut on both sides of the caret") {
  CHECK(shown(std::string(200, 'a') + "xyz" + std::string(200, 'b'), 201, 3) ==
        " 7 | ..." + std::string(60, 'a') + "xyz" + std::string(47, 'b') + "...\n   | " + std::string(63, ' ') +
            "^^^\n");
}

TEST_CASE("a long line with the caret near its start is cut on the right alone") {
  CHECK(shown("ab" + std::string(300, 'c'), 2, 1) == " 7 | ab" + std::string(108, 'c') + "...\n   |  ^\n");
}

TEST_CASE("carets end where the shown part of the line does") {
  CHECK(shown(std::string(300, 'c'), 1, 300) ==
        " 7 | " + std::string(110, 'c') + "...\n   | " + std::string(110, '^') + "\n");
}

TEST_CASE("a cut goes through no character") {
  const std::string text = shown(repeated("é", 200), 201, 2);  // 400 bytes; 60 bytes before byte 200 is a start
  CHECK(text == " 7 | ..." + repeated("é", 55) + "...\n   | " + std::string(33, ' ') + "^\n");
  const std::string early = shown(repeated("é", 100) + "a" + repeated("é", 100), 202, 2);  // byte 141 is inside one
  CHECK(early ==
        " 7 | ..." + repeated("é", 30) + "a" + repeated("é", 25) + "...\n   | " + std::string(34, ' ') + "^\n");
  const std::string late = shown(repeated("神", 100), 154, 3);
  CHECK(late == " 7 | ..." + repeated("神", 37) + "...\n   | " + std::string(23, ' ') + "^\n");
}

TEST_CASE("columns count bytes, and carets stand below characters") {
  CHECK(shown("  \"déjà\": 7", 13, 1) == " 7 |   \"déjà\": 7\n   |           ^\n");
}

TEST_CASE("a tab takes one column, so that the caret stands right on every terminal") {
  CHECK(shown("\t\"a\":\t7", 7, 1) == " 7 |  \"a\": 7\n   |       ^\n");
}

TEST_CASE("a caret may stand behind the end of the line") { CHECK(shown("{", 2, 1) == " 7 | {\n   |  ^\n"); }

TEST_CASE("hostile text cannot drive the terminal, wherever it stands") {
  const Location where{
      .file = "n\x1b[2J.json", .line = 1, .column = 2, .length = 3, .source = "\"\x1b[1m\"", .label = "a\x1b[5mlabel"};
  CHECK(render(Error(ErrorCode::manifest_bad_value, "a\rb")
                   .at(where)
                   .note("n\x07te")
                   .help("h\x9b"
                         "lp")) ==
        "error[A0209]: a\\x0db\n"
        "  --> n\\x1b[2J.json:1:2\n"
        "   |\n"
        " 1 | \"\\x1b[1m\"\n"
        "   |  ^^^^^^ a\\x1b[5mlabel\n"
        "   = note: n\\x07te\n"
        "help: h\\x9blp\n");
}

TEST_CASE("a newline in a file's name forges no line of the story") {
  CHECK(render(Error(ErrorCode::manifest_empty, "the manifest is empty").at({.file = "a\nhelp: trust me.json"})) ==
        "error[A0202]: the manifest is empty\n"
        "  --> a\n"
        "      help: trust me.json\n");
}
