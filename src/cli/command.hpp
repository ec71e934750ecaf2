// The subcommands, found through one table.
#pragma once

#include <functional>
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include <accelloader/loader.hpp>

namespace accelloader::cli {

/// 0: as asked. The others say why not.
enum ExitCode : int { as_asked = 0, backend_unusable = 1, wrong_usage = 2, manifest_invalid = 3 };

/// Options that every subcommand takes.
struct GlobalOptions {
  std::string root = "/";
  bool json = false;

  Loader discover(Inspection inspection) const { return Loader::discover({.root = root, .inspection = inspection}); }
};

/// What the subcommand does once the arguments are parsed; returns an ExitCode.
using Run = std::function<int()>;

struct Command {
  const char* name;
  const char* description;
  /// Adds the subcommand's own options. The options live as long as the function that is returned.
  Run (*configure)(CLI::App& app, const GlobalOptions& options);
};

std::span<const Command> commands();

Run configure_list(CLI::App& app, const GlobalOptions& options);
Run configure_info(CLI::App& app, const GlobalOptions& options);
Run configure_check(CLI::App& app, const GlobalOptions& options);
Run configure_doctor(CLI::App& app, const GlobalOptions& options);
Run configure_explain(CLI::App& app, const GlobalOptions& options);
Run configure_validate(CLI::App& app, const GlobalOptions& options);

}  // namespace accelloader::cli
