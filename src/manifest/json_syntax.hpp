// What is wrong with text that is not JSON, said in the words of the person who wrote it.
#pragma once

#include <string_view>

#include "manifest/json_parse.hpp"

namespace accelloader::manifest {

/// Where the parser gave up.
struct SyntaxFault {
  std::string_view text;
  std::size_t last_good = 0;     // where the last value, key or bracket before it ends
  std::size_t read = 0;          // bytes read, the offending token included, up to where the parser stumbled
  std::string_view parser_text;  // nlohmann's own words
  const Span* open = nullptr;    // the innermost array or object that is open
};

JsonFault explain_syntax_fault(const SyntaxFault& fault);

}  // namespace accelloader::manifest
