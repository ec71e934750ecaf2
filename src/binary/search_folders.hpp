// Where the dynamic linker looks for what a library needs, after ld.so(8) and elf/dl-load.c of glibc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "binary/elf_dynamic.hpp"

namespace accelloader::binary {

struct SearchFolder {
  std::string path;
  std::string rule;  ///< for people: "RUNPATH of libnpu.so"
};

/// $ORIGIN, $LIB and $PLATFORM replaced, as they are in a search path, and in the name of a needed library, of the file
/// at `path`.
std::string expand_tokens(std::string text, const std::string& path);

/// The elements of an RPATH or RUNPATH of the library at `path`, with $ORIGIN, $LIB and $PLATFORM replaced. An empty
/// element is the current folder.
std::vector<std::string> expand_search_path(std::string_view list, const std::string& path);

/// The folders that every library is looked for in, in order.
std::vector<std::string> default_folders();

/// Elements that lead into whatever folder is current when the library is loaded: "" and "lib" do, "$ORIGIN" does not.
std::vector<std::string> unsafe_elements(std::string_view list);

}  // namespace accelloader::binary
