#include "binary/machine_name.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace accelloader::binary {
namespace {

struct Name {
  unsigned number;
  std::string_view name;
};

constexpr std::array<Name, 13> machines{{{EM_X86_64, "x86_64"},
                                         {EM_AARCH64, "aarch64"},
                                         {EM_386, "x86"},
                                         {EM_ARM, "arm"},
                                         {EM_RISCV, "riscv"},
                                         {EM_PPC64, "ppc64"},
                                         {EM_PPC, "ppc"},
                                         {EM_S390, "s390"},
                                         {EM_MIPS, "mips"},
                                         {EM_LOONGARCH, "loongarch"},
                                         {EM_CUDA, "NVIDIA CUDA"},
                                         {EM_AMDGPU, "AMD GPU"},
                                         {EM_BPF, "BPF"}}};

constexpr std::array<Name, 7> systems{{{ELFOSABI_HPUX, "HP-UX"},
                                       {ELFOSABI_NETBSD, "NetBSD"},
                                       {ELFOSABI_SOLARIS, "Solaris"},
                                       {ELFOSABI_AIX, "AIX"},
                                       {ELFOSABI_FREEBSD, "FreeBSD"},
                                       {ELFOSABI_OPENBSD, "OpenBSD"},
                                       {ELFOSABI_STANDALONE, "no operating system"}}};

template <std::size_t size>
std::string name_of(const std::array<Name, size>& names, unsigned number, std::string_view otherwise) {
  const auto found = std::ranges::find(names, number, &Name::number);
  return found == names.end() ? std::string(otherwise) + " " + std::to_string(number) : std::string(found->name);
}

}  // namespace

std::string machine_name(const ElfIdentity& identity) {
  std::string name = name_of(machines, identity.machine, "the machine of ELF number");
  if (!identity.bits_64) name += " (32-bit)";
  if (!identity.little_endian) name += ", big-endian";
  if (identity.os_abi != ELFOSABI_SYSV && identity.os_abi != ELFOSABI_GNU)
    name += ", operating system " + name_of(systems, identity.os_abi, "of ELF number");
  return name;
}

std::string this_machine_name() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#endif
}

}  // namespace accelloader::binary
