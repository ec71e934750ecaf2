"""The faults, each with a real file: made from libraries that the build has made."""

import os
import subprocess

import scenario

page_of_lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 467134456\n" % ("4d7a" * 16)


class Fault:
    def __init__(self, name, condition, make, *, members=None, environment=None, options=(), symbol=(), as_other_user=False,
                 noexec=False, settled=()):
        self.name, self.condition, self.make = name, condition, make
        self.members, self.environment, self.options, self.symbol = members or {}, environment or {}, options, symbol
        self.as_other_user, self.noexec, self.settled = as_other_user, noexec, settled

    def prefix(self, folder):
        """What a command is started by."""
        if self.as_other_user:
            return scenario.other_user
        if self.noexec:
            return ["unshare", "-m", "sh", "-c", f'mount --bind {folder} {folder} && '
                    f'mount -o remount,bind,noexec {folder} && exec "$@"', "sh"]
        return []

    def lack(self):
        """Why it cannot be tried here, if so."""
        if self.as_other_user and os.geteuid() != 0:
            return "needs root, to become another user"
        if self.noexec and subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"],
                                          stderr=subprocess.DEVNULL).returncode != 0:
            return "needs the right to mount"
        return None


probed = {"members": {"load": {"probe_first": True, "timeout_seconds": 2}}, "options": ["--probe"]}


needs_deps = {"LD_LIBRARY_PATH": "DIR/lib"}
aarch64, riscv, s390 = 0xB7, 0xF3, 0x16

faults = [
    Fault("lfs_pointer", "a git-lfs pointer", lambda make: make.text(page_of_lfs)),
    Fault("linker_script", "a linker script",
          lambda make: make.text("/* GNU ld script */\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( /opt/vnpu/lib/libvnpu.so.1 )\n")),
    Fault("web_page", "a web page that was saved as a library",
          lambda make: make.text("<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n")),
    Fault("empty", "an empty file", lambda make: make.text("")),
    Fault("flattened_link", "a link that an archive made a text file of", lambda make: make.text("libvnpu.so.1")),
    Fault("stub", "a script of a few bytes", lambda make: make.text("#!/bin/sh\nexit 0\n")),
    Fault("first_page", "the first 4 KiB of a library", lambda make: make.cut(lambda size: 4096)),
    Fault("first_half", "the first half of a library", lambda make: make.cut(lambda size: size // 2)),
    Fault("no_sections", "a library whose last 2000 bytes, the table of sections, are cut off",
          lambda make: make.cut(lambda size: size - 2000)),
    Fault("aarch64", "a library for aarch64", lambda make: make.patched((18, aarch64), (19, 0))),
    Fault("riscv", "a library for RISC-V", lambda make: make.patched((18, riscv), (19, 0))),
    Fault("bits_32", "a library of 32 bits", lambda make: make.patched((4, 1))),
    Fault("big_endian", "a library with the other byte order", lambda make: make.patched((5, 2), (18, 0), (19, s390))),
    Fault("os_abi", "a library for FreeBSD", lambda make: make.patched((7, 9))),
    Fault("object_file", "an object file", lambda make: make.copy("object")),
    Fault("core_dump", "a core dump", lambda make: make.patched((16, 4))),
    Fault("program", "a program", lambda make: make.copy("program")),
    Fault("fixed_program", "a program at a fixed address", lambda make: make.copy("fixed_program")),
    Fault("undefined_symbol", "a C++ symbol that nothing defines", lambda make: make.copy("undefined_c10")),
    Fault("missing_libraries", "two needed libraries that are missing, one of them needed by a third",
          lambda make: make.beside("vnpu", "vop"), environment=needs_deps),
    Fault("missing_version", "a version of a symbol that the driver does not have yet",
          lambda make: make.beside("needs_version", "versioned_old"), environment=needs_deps),
    Fault("newer_libc", "a plugin for a newer C library", lambda make: make.copy("needs_future_libc"),
          settled=[(r"GLIBC_2\.[0-8][0-9]", "GLIBC_2.NN"), (r"`/[^` ]*/libc\.so\.6", "`LIBC/libc.so.6"),
                   (r"^/[^ :]*/libc\.so\.6", "LIBC/libc.so.6")]),
    Fault("emptied_version", "a version that is there and has lost the symbol",
          lambda make: make.beside("needs_version", "versioned_emptied"), environment=needs_deps),
    Fault("static_tls", "256 KiB of static thread-local storage", lambda make: make.copy("big_tls"),
          settled=[(r"has \d+ left", "has N left")]),
    Fault("executable_stack", "a library that asks for an executable stack", lambda make: make.copy("executable_stack")),
    Fault("constructor_aborts", "a constructor that aborts", lambda make: make.copy("dying_aborts"), **probed),
    Fault("constructor_crashes", "a constructor that writes to address 0", lambda make: make.copy("dying_crashes"),
          **probed),
    Fault("constructor_exits", "a constructor that ends the process", lambda make: make.copy("dying_exits"),
          **probed),
    Fault("constructor_throws", "a constructor that throws", lambda make: make.copy("dying_throws"), **probed),
    Fault("constructor_loops", "a constructor that never comes back", lambda make: make.copy("dying_loops"),
          **probed),
    Fault("ring", "a link to itself", lambda make: make.link("libvnpu.so")),
    Fault("dangling", "a link to nothing", lambda make: make.link("libvnpu.so.1")),
    Fault("folder", "a folder", lambda make: make.special(os.mkdir)),
    Fault("fifo", "a FIFO", lambda make: make.special(os.mkfifo)),
    Fault("unreadable", "a file that this user may not read", lambda make: make.with_mode(0o600), as_other_user=True),
    Fault("noexec", "a library on a file system that is mounted noexec", lambda make: make.copy("codec"), noexec=True),
    Fault("no_entry", "a library without the entry symbol", lambda make: make.copy("codec"),
          members={"entry": "vnpu_entry"}, symbol=["vnpu_entry"]),
]
