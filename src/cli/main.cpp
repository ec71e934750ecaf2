// The program accelloader.
#include <cerrno>
#include <cstdio>
#include <map>
#include <memory>
#include <system_error>

#include <accelloader/version.hpp>

#include "cli/command.hpp"

using namespace accelloader::cli;

namespace {

int run(int argc, char** argv) {
  CLI::App app("Accelerator back ends of this machine: what there is, and why it cannot be used", "accelloader");
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", std::string(accelloader::version()));
  GlobalOptions options;
  app.add_option("--root", options.root, "judge the machine below this folder instead: a mounted image, a test tree")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  app.add_flag("--json", options.json, "print JSON, with everything that the text has");

  std::map<const CLI::App*, Run> runs;
  for (const Command& command : commands()) {
    CLI::App* subcommand = app.add_subcommand(command.name, command.description);
    runs[subcommand] = command.configure(*subcommand, options);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? as_asked : wrong_usage;
  }
  return runs.at(app.get_subcommands().front())();
}

/// Half a report must not pass for a whole one: a full disk, a closed pipe.
int finished(int code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  std::fprintf(stderr, "accelloader: standard output cannot be written: %s\n",
               std::generic_category().message(errno).c_str());
  return wrong_usage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return finished(run(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "accelloader: %s\n", error.what());
    return wrong_usage;
  }
}
