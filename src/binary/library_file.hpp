// Whether a file can be opened as a library of this machine at all: what is judged before anything it needs is.
#pragma once

#include <string>
#include <variant>

#include <accelloader/error.hpp>

#include "binary/elf_dynamic.hpp"
#include "binary/elf_file.hpp"

namespace accelloader::binary {

/// A shared object that the dynamic linker can map.
struct LibraryFile {
  std::string path;
  ElfFile elf;
  ElfDynamic dynamic;
};

/// The alternative says what the file is instead, and what to do with it; it has no place. A SIGBUS or an end of the
/// process that dlopen would meet is told here.
std::variant<LibraryFile, Error> open_library_file(const std::string& path);

}  // namespace accelloader::binary
