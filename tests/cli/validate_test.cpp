#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/program.hpp"

using Catch::Matchers::ContainsSubstring;
using test::PluginsFolder;
using test::run_program;

TEST_CASE("validate judges manifests wherever they lie, all faults at once") {
  PluginsFolder folder;
  const std::string good = folder.write("elsewhere/good.json", test::manifest("codec", "library", "libcodec.so"));
  const std::string bad =
      folder.write("elsewhere/bad.json", "{\"manifest_version\": 1, \"name\": \"tpu2\", \"kind\": \"torsh\"}");
  CHECK(run_program(folder, {"validate", good}).output == good + ": valid\n");
  const auto result = run_program(folder, {"validate", good, bad});
  CHECK(result.output == good +
                             ": valid\n"
                             "error[A0207]: `library` is missing\n"
                             "  --> " +
                             bad +
                             ":1:1\n"
                             "   |\n"
                             " 1 | {\"manifest_version\": 1, \"name\": \"tpu2\", \"kind\": \"torsh\"}\n"
                             "   | ^\n"
                             "error[A0211]: `tpu2` cannot be a backend's name: it holds a digit, which libtorch cannot "
                             "parse in a device name\n"
                             "  --> " +
                             bad +
                             ":1:33\n"
                             "   |\n"
                             " 1 | {\"manifest_version\": 1, \"name\": \"tpu2\", \"kind\": \"torsh\"}\n"
                             "   |                                 ^^^^^^\n"
                             "error[A0209]: `kind` is `torsh`, and not `torch`, `pjrt` or `library`\n"
                             "  --> " +
                             bad +
                             ":1:49\n"
                             "   |\n"
                             " 1 | {\"manifest_version\": 1, \"name\": \"tpu2\", \"kind\": \"torsh\"}\n"
                             "   |                                                 ^^^^^^^\n"
                             "help: did you mean `torch`?\n" +
                             bad + ": invalid\n");
  CHECK(result.exit_code == 3);
  CHECK_THAT(run_program(folder, {"validate", "--json", bad}).output, ContainsSubstring("\"valid\": false"));
}

TEST_CASE("validate says what a file is that is no manifest, and hangs on none") {
  PluginsFolder folder;
  REQUIRE(test::run({"mkfifo", folder / "fifo.json"}).exit_code == 0);
  const auto result = run_program(folder, {"validate", folder / "fifo.json", folder / "missing.json"});
  CHECK(result.output ==
        "error[A0103]: the manifest is a FIFO, and not a regular file\n"
        "  --> " +
            folder / "fifo.json" + "\n" + folder / "fifo.json" +
            ": invalid\n"
            "error[A0104]: the manifest cannot be read: no such file or directory\n"
            "  --> " +
            folder / "missing.json" + "\n" + folder / "missing.json" + ": invalid\n");
  CHECK(result.exit_code == 3);
}
