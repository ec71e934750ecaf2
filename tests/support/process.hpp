// A program, run to its end.
#pragma once

#include <string>
#include <vector>

#include "support/environment.hpp"

namespace test {

struct ProcessResult {
  int exit_code = -1;  ///< 128 + the signal, if one ended it
  std::string output;
  std::string errors;
};

/// `command[0]` is looked up in PATH. The process gets `variables` and, of ours, PATH alone; it is killed after a
/// minute.
ProcessResult run(const std::vector<std::string>& command, const Variables& variables = {});

}  // namespace test
