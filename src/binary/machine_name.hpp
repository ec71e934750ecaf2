// Names of machines, as people and packages call them.
#pragma once

#include <string>

#include "binary/elf_file.hpp"

namespace accelloader::binary {

/// "aarch64", "x86 (32-bit)", "s390x, big-endian", "x86_64 of FreeBSD": all that differs from this machine.
std::string machine_name(const ElfIdentity& identity);

/// "x86_64".
std::string this_machine_name();

}  // namespace accelloader::binary
