// Leads the device name parser's callers to us, object by object, and tells which way each one goes.
#pragma once

#include <string>
#include <vector>

namespace accelloader::torch {

/// One loaded object that parses device names.
struct ParserCaller {
  enum class Way { interposed, patched, not_covered };

  std::string path;  ///< empty for the program itself
  Way way = Way::not_covered;
};

/// Looks at every loaded object, and rewrites those slots that the dynamic linker did not bind to us. Cheap to repeat:
/// objects that were loaded since have slots of their own. Needs libc10 to be loaded.
std::vector<ParserCaller> cover_parser_callers();

}  // namespace accelloader::torch
