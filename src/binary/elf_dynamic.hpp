// The dynamic section of a shared object: what the dynamic linker will want of it and for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "binary/elf_file.hpp"

namespace accelloader::binary {

/// "GLIBC_2.38" of "libc.so.6".
struct VersionNeed {
  std::string library;
  std::string version;
};

/// Which version a symbol has whose entry in the table of versions is `index`.
struct VersionIndex {
  std::uint16_t index;
  std::string name;
};

/// What was read; addresses are those of the file. Empty parts are parts that the file does not have.
struct ElfDynamic {
  bool present = false;  ///< a statically linked program has none
  bool damaged = false;  ///< something of it lies outside of the file
  std::string soname;
  std::vector<std::string> needed;
  std::string rpath;    ///< DT_RPATH, as written
  std::string runpath;  ///< DT_RUNPATH, as written
  bool has_runpath = false;
  bool is_program = false;                 ///< DF_1_PIE
  bool static_tls = false;                 ///< DF_STATIC_TLS
  bool text_relocations = false;           ///< DT_TEXTREL or DF_TEXTREL
  bool no_default_folders = false;         ///< DF_1_NODEFLIB
  std::vector<VersionNeed> version_needs;  ///< without the weak ones
  std::vector<std::string> versions;       ///< that it defines
  std::vector<VersionIndex>
      version_indices;  ///< of both; the name of the file itself, which is no version, is left out

  std::uint64_t strings = 0, symbols = 0, symbol_versions = 0, gnu_hash = 0, sysv_hash = 0, version_definitions = 0;
};

/// `elf` is for this machine.
ElfDynamic read_dynamic(const ElfFile& elf);

}  // namespace accelloader::binary
