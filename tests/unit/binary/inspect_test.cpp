// Every way in which a library can be wrong, with a real file for each. What dlopen does with it is asked too, in
// tests/agreement.
#include "binary/inspect.hpp"

#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <utility>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "fakes/fake_paths.hpp"
#include "fakes/faulty_paths.hpp"
#include "support/process.hpp"
#include "unit/manifest/described.hpp"

using namespace accelloader;
using binary::Depth;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using test::TestFolder;

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// A folder with libraries in it, one of which is the plugin.
struct Machine : TestFolder {
  std::string add(const std::string& library, const std::string& folder = ".") const {
    std::filesystem::create_directories(*this / folder);
    std::string path = *this / folder + "/" + library.substr(library.rfind('/') + 1);
    if (folder == ".") path = *this / library.substr(library.rfind('/') + 1);
    std::filesystem::copy_file(library, path);
    return path;
  }

  std::vector<Finding> findings(const std::string& path, const std::string& library_path = "",
                                Kind kind = Kind::library, const std::string& more = "") const {
    Descriptor npu = test::described(more, path, this->path());
    npu.kind = kind;
    const Environment environment = test::environment({{"LD_LIBRARY_PATH", library_path}});
    return binary::inspect_library(npu, path, {"/", &environment, npu.load.preload}, Depth::symbols);
  }

  /// "error A0512: the needed library ... is missing; note; help: ...", a line for each finding, with DIR for the
  /// folder.
  std::string judged(const std::string& path, const std::string& library_path = "", Kind kind = Kind::library) const {
    std::string text;
    for (const std::string& line : test::told(findings(path, library_path, kind)))
      text += line.substr(line.find(' ') + 1) + "\n";
    return replaced(text, this->path(), "DIR");
  }
};

std::string default_places() {
  std::string text = "ld.so.cache";
  for (const char* base : {"/lib", "/usr/lib"})
    for (const char* rest : {"/x86_64-linux-gnu", "64", ""}) text += std::string(", ") + base + rest;
  return text;
}

}  // namespace

TEST_CASE("a sound library has no findings") {
  const Machine machine;
  CHECK(machine.judged(machine.add(fakes::codec)).empty());
}

TEST_CASE("a file that is no library is told by what it is") {
  const Machine machine;
  const auto told = [&](const std::string& text) {
    std::filesystem::remove(machine / "libnpu.so");
    return machine.judged(machine.write("libnpu.so", text));
  };
  const auto line = [](const std::string& what, const std::string& help = "") {
    return "error A0507: `DIR/libnpu.so` is " + what + ", and not a library" + help + "\n";
  };
  CHECK(told("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n") ==
        line("a git-lfs pointer, in place of the file itself (70 bytes)",
             "; help: fetch the file itself, with `git lfs pull` where it was cloned"));
  CHECK(told("/* GNU ld script */\nGROUP ( libnpu.so.1 )\n") ==
        line("a linker script, which only a linker reads (42 bytes)"));
  CHECK(told("libnpu.so.1") == line("a text that names `libnpu.so.1`: a link that was copied as a file (11 bytes)",
                                    "; help: make it a link again: `ln -sf libnpu.so.1 DIR/libnpu.so`"));
  CHECK(told("<!DOCTYPE html>\n<html><body>Not Found</body></html>\n") ==
        line("a page of HTML, such as a server sends in place of a file (52 bytes)"));
  CHECK(told("#!/bin/sh\nexec true\n") == line("a script (20 bytes)"));
  CHECK(told("!<arch>\n/               0") == line("a static library (an ar archive) (25 bytes)"));
  CHECK(told(std::string("PK\x03\x04zip", 7)) == line("a zip archive, such as a wheel (7 bytes)"));
  CHECK(told(std::string("MZ\x90\0", 4)) == line("a library or program of Windows (4 bytes)"));
  CHECK(told(std::string(64, '\0')) == line("nothing but zeros, as after a download that was cut off (64 bytes)"));
  CHECK(told("some words\n") == line("text (11 bytes)"));
  CHECK(told("\x01\x02\x03\x04") == line("no ELF file (4 bytes)"));
  CHECK(told("\x7f"
             "ELF\x02\x01\x01") == line("the start of an ELF file, too short to be one (7 bytes)"));
  CHECK(told("") ==
        "error A0504: `DIR/libnpu.so` is empty; help: install it again: a download or a copy of it was cut short\n");
}

TEST_CASE("what is no regular file, or cannot be read, is told as that") {
  const Machine machine;
  machine.make_folder("folder.so");
  REQUIRE(mkfifo((machine / "fifo.so").c_str(), 0600) == 0);
  machine.link("dangling.so", "nowhere.so.1");
  machine.link("ring.so", "ring.so");
  CHECK(machine.judged(machine / "folder.so") == "error A0503: `DIR/folder.so` is a folder, and not a library\n");
  CHECK(machine.judged(machine / "fifo.so") == "error A0503: `DIR/fifo.so` is a FIFO, and not a library\n");
  CHECK(machine.judged(machine / "dangling.so") ==
        "error A0506: `DIR/dangling.so` cannot be read: no such file or directory; it is a link to `nowhere.so.1`\n");
  CHECK(machine.judged(machine / "ring.so") ==
        "error A0506: `DIR/ring.so` cannot be read: too many levels of symbolic links; it is a link to `ring.so`\n");
}

TEST_CASE("a library of another machine is told by both machines") {
  const Machine machine;
  const std::string good = content(fakes::codec);
  const auto told = [&](std::size_t at, std::string_view bytes) {
    std::string changed = good;
    changed.replace(at, bytes.size(), bytes);
    std::filesystem::remove(machine / "libnpu.so");
    return machine.judged(machine.write("libnpu.so", changed));
  };
  const auto line = [](const std::string& what) {
    return "error A0508: `DIR/libnpu.so` is for " + what +
           ", and this process is x86_64; help: install the build for x86_64\n";
  };
  CHECK(told(18, std::string_view("\xb7\0", 2)) == line("aarch64"));
  CHECK(told(18, std::string_view("\xf3\0", 2)) == line("riscv"));
  CHECK(told(18, std::string_view("\x34\x12", 2)) == line("the machine of ELF number 4660"));
  CHECK(told(EI_OSABI, std::string_view("\x09", 1)) == line("x86_64, operating system FreeBSD"));
}

TEST_CASE("a library of another word size or byte order is told as that") {
  const Machine machine;
  std::string header(64, '\0');
  header.replace(0, 7,
                 "\x7f"
                 "ELF\x01\x01\x01",
                 7);  // 32-bit
  header[16] = 3, header[18] = 3, header[20] = 1, header[40] = 52, header[42] = 32;
  CHECK(
      machine.judged(machine.write("a.so", header)) ==
      "error A0508: `DIR/a.so` is for x86 (32-bit), and this process is x86_64; help: install the build for x86_64\n");
  header.replace(4, 2, "\x02\x02", 2);  // 64-bit, big-endian
  header.replace(16, 2, std::string("\0\x03", 2));
  header.replace(18, 2, std::string("\0\x16", 2));
  CHECK(machine.judged(machine.write("b.so", header)) ==
        "error A0508: `DIR/b.so` is for s390, big-endian, and this process is x86_64; help: install the build for "
        "x86_64\n");
}

TEST_CASE("a program, an object file and a core dump are no libraries") {
  const Machine machine;
  CHECK(machine.judged(machine.add(faulty::program)) ==
        "error A0510: `DIR/faulty_program` is a program, and not a library\n");
  const std::string object = machine.add(faulty::object);
  CHECK(machine.judged(object) == "error A0510: `" + replaced(object, machine.path(), "DIR") +
                                      "` is an object file, which a linker makes a library of, and not a library\n");
  std::string core = content(fakes::codec);
  core[16] = ET_CORE;
  CHECK(machine.judged(machine.write("core.so", core)) ==
        "error A0510: `DIR/core.so` is a core dump, and not a library\n");
}

TEST_CASE("a library that is cut off is told by how much, where dlopen would end the process") {
  const Machine machine;
  const std::string good = content(fakes::codec);
  const std::string half = machine.judged(machine.write("half.so", good.substr(0, 4096)));
  CHECK(half.starts_with("error A0509: `DIR/half.so` is cut off: it has 4096 of at least "));
  CHECK(half.ends_with(" bytes; help: install it again: a download or a copy of it was cut short\n"));
  CHECK(machine.judged(machine.write("start.so", good.substr(0, 64))) ==
        "error A0509: `DIR/start.so` has no program headers within its 64 bytes; help: install it again: a download or "
        "a copy of it was cut short\n");
  // The table of sections comes last, and the dynamic linker does not read it.
  CHECK(machine.judged(machine.write("almost.so", good.substr(0, good.size() - 1000))).empty());
}

TEST_CASE("a library whose dynamic section points out of the file is damaged") {
  const Machine machine;
  std::string changed = content(fakes::codec);
  Elf64_Ehdr header;
  std::memcpy(&header, changed.data(), sizeof header);
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, changed.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type != PT_DYNAMIC) continue;
    for (std::size_t at = segment.p_offset; at < segment.p_offset + segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      Elf64_Dyn entry;
      std::memcpy(&entry, changed.data() + at, sizeof entry);
      if (entry.d_tag == DT_STRTAB) entry.d_un.d_ptr = 0x7fffffff;
      std::memcpy(changed.data() + at, &entry, sizeof entry);
    }
  }
  CHECK(machine.judged(machine.write("libnpu.so", changed)) ==
        "error A0511: `DIR/libnpu.so` is damaged: its dynamic section points out of the file; help: install it again: "
        "a download or a copy of it was cut short\n");
}

TEST_CASE("every missing library is told, with who needs it and where it was looked for") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::vnpu);
  CHECK(machine.judged(plugin) ==
        "error A0512: 2 needed libraries are missing: `libvdrv.so` and `libvop.so`; `libvdrv.so` is needed by "
        "libvnpu.so; looked in " +
            default_places() + "; `libvop.so` is needed by libvnpu.so; looked in " + default_places() + "\n");
  machine.add(faulty::vop, "lib");
  CHECK(machine.judged(plugin, machine / "lib") ==
        "error A0512: 2 needed libraries are missing: `libvdrv.so` and `libvcl.so`; `libvdrv.so` is needed by "
        "libvnpu.so; looked in DIR/lib "
        "(LD_LIBRARY_PATH), " +
            default_places() +
            "; `libvcl.so` is needed by libvop.so, which libvnpu.so needs; looked in DIR/lib (LD_LIBRARY_PATH), " +
            default_places() + "\n");
  machine.add(faulty::vdrv, "lib");
  CHECK(machine.judged(plugin, machine / "lib") ==
        "error A0512: the needed library `libvcl.so` is missing; `libvcl.so` is needed by libvop.so, which libvnpu.so "
        "needs; looked in DIR/lib (LD_LIBRARY_PATH), " +
            default_places() + "\n");
  machine.add(faulty::vcl, "lib");
  CHECK(machine.judged(plugin, machine / "lib").empty());
}

TEST_CASE("the package of a missing library is told where packages are asked for, and only there") {
  const Machine image;
  image.add(faulty::vnpu, "opt");
  image.write("var/lib/dpkg/info/npu-driver:amd64.list", "/opt/npu/libvdrv.so\n/opt/npu/libvop.so.1\n");
  image.write("opt/npu/libvdrv.so", "");
  const Environment environment = test::environment({});
  const auto judged = [&](Depth depth) {
    const Descriptor npu = test::described("", "/opt/libvnpu.so", image.path());
    auto findings = binary::inspect_library(npu, image / "opt/libvnpu.so", {image.path(), &environment, {}}, depth);
    REQUIRE(findings.size() == 1);
    return std::move(findings.front().error);
  };
  CHECK(judged(Depth::symbols).notes().size() == 3);  // an empty image lacks libc.so.6 too
  CHECK(judged(Depth::symbols).help().empty());
  const Error error = judged(Depth::packages);
  REQUIRE(error.notes().size() == 4);
  CHECK(error.notes().back() == "the installed package `npu-driver` has `/opt/npu/libvdrv.so`, which is not searched");
  CHECK(error.help() == "add `/opt/npu` to LD_LIBRARY_PATH, or to /etc/ld.so.conf.d and run `ldconfig`");
}

TEST_CASE("a needed library that is there and broken is told as that") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::beside);
  machine.write("deps/libvcl.so", "version https://git-lfs.github.com/spec/v1\n");
  CHECK(machine.judged(plugin) ==
        "error A0512: the needed library `libvcl.so` cannot be opened; `libvcl.so` is needed by libbeside.so; "
        "`DIR/deps/libvcl.so` is a git-lfs pointer, in place of the file itself (43 bytes), and not a library\n");
}

TEST_CASE("a needed library of another machine is passed over, as the dynamic linker does") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::beside);
  std::string foreign = content(faulty::vcl);
  foreign[18] = static_cast<char>(0xb7);
  machine.write("deps/libvcl.so", foreign);
  const std::string told = machine.judged(plugin);
  CHECK(
      told.starts_with("error A0512: the needed library `libvcl.so` is missing; `libvcl.so` is needed by libbeside.so; "
                       "looked in passed over: `DIR/deps/libvcl.so` is for aarch64, and this process is x86_64, "));
  std::filesystem::remove(machine / "deps/libvcl.so");
  machine.add(faulty::vcl, "deps");
  CHECK(machine.judged(plugin).empty());
}

TEST_CASE("a version of a symbol that is missing is told with what there is") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::needs_version);
  machine.add(faulty::versioned_old, "lib");
  CHECK(machine.judged(plugin, machine / "lib") ==
        "error A0513: `libneeds_version.so` needs VDRV_1.10, and `DIR/lib/libversioned.so` has up to VDRV_1.2; help: "
        "install a newer `libversioned.so`, or an older `libneeds_version.so`\n");
  std::filesystem::remove(machine / "lib/libversioned.so");
  machine.add(faulty::versioned_new, "lib");
  CHECK(machine.judged(plugin, machine / "lib").empty());
}

TEST_CASE("a plugin for a newer C library is told by both versions") {
  const Machine machine;
  const std::string told = machine.judged(machine.add(faulty::needs_future_libc));
  CHECK(told.starts_with("error A0513: `libneeds_future_libc.so` needs GLIBC_2.99, and `"));
  CHECK(told.find("/libc.so.6` has up to GLIBC_2.") != std::string::npos);
  CHECK(told.ends_with("; help: use a build of `libneeds_future_libc.so` for this system, or a newer system\n"));
}

TEST_CASE("an old copy that hides a good one is told with the good one") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::needs_version_beside, "opt");
  machine.add(faulty::versioned_old, "opt/deps");
  machine.add(faulty::versioned_new, "usr/lib");
  machine.make_folder("etc");
  if (test::run({"/sbin/ldconfig", "-r", machine.path()}).exit_code != 0) SKIP("ldconfig does not work here");
  const Descriptor npu = test::described("", "/opt/libneeds_version_beside.so", machine.path());
  std::string told;
  for (const std::string& line : test::told(binary::inspect_library(npu, plugin, {machine.path()}, Depth::files)))
    told += line + "\n";
  CHECK_THAT(replaced(told, machine.path(), "DIR"),
             ContainsSubstring("needs VDRV_1.10, and `DIR/opt/deps/libversioned.so` has up to VDRV_1.2; "
                               "`/usr/lib/libversioned.so` has it, and the search path leads to the other one first; "
                               "help: take `DIR/opt/deps` out of the search path\n"));
}

TEST_CASE("a symbol that nothing defines is told as people know it, with the library that usually has it") {
  const Machine machine;
  CHECK(machine.judged(machine.add(faulty::undefined_c)) ==
        "error A0514: `libundefined_c.so` needs the symbol `nothing_defines_this`, which nothing defines\n");
  CHECK(machine.judged(machine.add(faulty::undefined_c10)) ==
        "error A0514: `libundefined_c10.so` needs the symbol `c10::TensorImpl::is_contiguous_custom(int) const`, which "
        "nothing defines; `c10::TensorImpl::is_contiguous_custom(int) const` is usually in libtorch\n");
}

TEST_CASE("what a library is built with and should not be is told") {
  const Machine machine;
  CHECK(machine.judged(machine.add(faulty::big_tls)) ==
        "error A0515: `libbig_tls.so` needs 262144 bytes of static thread-local storage, and a process that runs has "
        "1664 "
        "left at most; help: start the program with GLIBC_TUNABLES=glibc.rtld.optional_static_tls=262144, or link the "
        "library into it\n");
  CHECK(machine.judged(machine.add(faulty::text_relocations)) ==
        "warning A0517: `libtext_relocations.so` has text relocations: it makes its code writable, which a hardened "
        "system "
        "refuses; help: compile all of it with -fPIC\n");
  CHECK(machine.judged(machine.add(faulty::empty_runpath)) ==
        "warning A0518: RUNPATH of `libempty_runpath.so` leads into whatever folder is the current one; it is "
        "`$ORIGIN:`; "
        "an empty element is the current folder; help: link it without such elements, or set others with "
        "`patchelf --set-rpath`\n");
  const std::string stack = machine.judged(machine.add(faulty::executable_stack));
  CHECK(stack.find(" A0516: `libexecutable_stack.so` asks for an executable stack") != std::string::npos);
}

TEST_CASE("what the vendor advises is for errors alone") {
  const Machine machine;
  const std::string advice = R"("help": {"library": "install the toolkit"})";
  const auto helps = [&](const std::string& library) {
    std::string all;
    for (const Finding& found : machine.findings(library, "", Kind::library, advice))
      all += std::string(found.error.help()) + "\n";
    return all;
  };
  CHECK(helps(machine.add(faulty::vnpu)) == "install the toolkit\n");
  CHECK(helps(machine.write("libtext.so", "some words")) == "install the toolkit\n");
  CHECK(helps(machine.add(faulty::text_relocations)) == "compile all of it with -fPIC\n");
}

TEST_CASE("an entry that the manifest names and the library does not have is told where it is named") {
  const Machine machine;
  const std::string path = machine.add(fakes::codec);
  CHECK(machine.findings(path, "", Kind::library, R"("entry": "decode")").empty());
  CHECK(test::told(machine.findings(path, "", Kind::library, R"("entry": "encode")")) ==
        std::vector<std::string>{"6:12 error A0701: the library does not export `encode`; the library is `" + path +
                                 "`"});
  CHECK(test::told(machine.findings(path, "", Kind::pjrt)) ==
        std::vector<std::string>{"5:14 error A0701: the library does not export `GetPjrtApi`; the library is `" + path +
                                 "`"});
}

TEST_CASE("the place is the manifest's library, and says what it resolved to") {
  const Machine machine;
  const std::string path = machine.write("libnpu.so", "text");
  CHECK(test::rendered(machine.findings(path)) == "error[A0507]: `" + path +
                                                      "` is text (4 bytes), and not a library\n"
                                                      "  --> npu.json:5:14\n"
                                                      "   |\n"
                                                      " 5 |   \"library\": \"" +
                                                      path +
                                                      "\"\n"
                                                      "   |              " +
                                                      std::string(path.size() + 2, '^') + " resolved to " + path +
                                                      "\n");
}

TEST_CASE("a tunable that makes room for static thread-local storage is believed") {
  const Machine machine;
  Descriptor npu = test::described("", faulty::big_tls, machine.path());
  const Environment environment =
      test::environment({{"GLIBC_TUNABLES", "glibc.malloc.check=1:glibc.rtld.optional_static_tls=262144"}});
  CHECK(binary::inspect_library(npu, faulty::big_tls, {.environment = &environment}, Depth::files).empty());
}

namespace {

/// A folder as the wheel of libtorch has it, with a libc10.so that defines what `library` does.
void add_libtorch(const Machine& machine, const std::string& library) {
  std::filesystem::create_directories(machine / "torch/lib");
  std::filesystem::copy_file(library, machine / "torch/lib/libc10.so");
  machine.write("torch/version.py",
                "from typing import Optional\n\n__all__ = ['__version__', 'debug']\n__version__ = '2.14.1+cpu'\n");
}

}  // namespace

TEST_CASE("a plugin for another libtorch is told which one it would meet") {
  const Machine machine;
  add_libtorch(machine, faulty::c10_new);
  const std::string plugin = machine.add(faulty::needs_c10_old);
  const std::string libraries = machine / "torch/lib";
  CHECK(machine.judged(plugin, libraries, Kind::torch) ==
        "error A0514: `libneeds_c10_old.so` needs the symbol `c10::check(std::string const&)`, which nothing defines; "
        "`c10::check(std::string const&)` is usually in libtorch; libtorch is 2.14.1, DIR/torch/lib/libc10.so; the "
        "plugin is compiled for the old std::string of GCC, libtorch for the new one; help: compile the plugin with "
        "-D_GLIBCXX_USE_CXX11_ABI=1, or use a build for this libtorch\n");
  const auto findings = machine.findings(plugin, libraries, Kind::torch, R"("requires": {"libtorch": ">=2.6,<2.9"})");
  REQUIRE_FALSE(findings.empty());
  CHECK(replaced(test::told(findings).front(), machine.path(), "DIR") ==
        "6:28 error A0705: the plugin needs libtorch >=2.6,<2.9, and would meet 2.14.1; it would meet "
        "DIR/torch/lib/libc10.so");
}

TEST_CASE("a plugin of kind torch may lack libtorch where the program will bring it") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::needs_c10_old);
  CHECK(machine.judged(plugin, "", Kind::torch).empty());
  CHECK(
      machine.judged(plugin, "", Kind::library).starts_with("error A0512: the needed library `libc10.so` is missing"));
}

TEST_CASE("a plugin that has no libtorch is compared with that of the machine, which need not be the program's") {
  const Machine machine;
  const std::string plugin = machine.add(faulty::needs_c10_old);
  machine.write("bin/python3", "");
  const std::string folder = "lib/python3.11/site-packages/torch/lib";
  machine.add(faulty::vcl, folder);
  std::filesystem::rename(machine / folder + "/libvcl.so", machine / folder + "/libtorch_cpu.so");
  machine.add(faulty::c10_new, folder);
  machine.write("lib/python3.11/site-packages/torch/version.py", "__version__ = '2.14.1+cpu'\n");
  const Environment environment = test::environment({{"PATH", machine / "bin"}});
  Descriptor npu = test::described("", plugin, machine.path());
  std::string told;
  for (const std::string& line :
       test::told(binary::inspect_library(npu, plugin, {.environment = &environment}, Depth::symbols)))
    told += line.substr(line.find(' ') + 1) + "\n";
  CHECK(
      replaced(told, machine.path(), "DIR") ==
      "warning A0514: `libneeds_c10_old.so` needs the symbol `c10::check(std::string const&)`, which libtorch 2.14.1 "
      "does not have; `c10::check(std::string const&)` is usually in libtorch; that libtorch is "
      "DIR/lib/python3.11/site-packages/torch/lib/libc10.so (the python3 of DIR/bin); help: use a build of the plugin "
      "for libtorch 2.14.1, or use it in a program with the libtorch that it was built for\n");
}

TEST_CASE("where a driver is missing too, nothing is said of symbols that it would have") {
  const Machine machine;
  const std::string told = machine.judged(machine.add(faulty::needs_c10_and_vdrv), "", Kind::torch);
  CHECK(told.starts_with("error A0512: the needed library `libvdrv.so` is missing"));
  CHECK(told.find("A0514") == std::string::npos);
}

TEST_CASE("a plugin that counts on a process with Python in it is told how to bring it") {
  const Machine machine;
  CHECK_THAT(machine.judged(machine.add(faulty::needs_python)),
             StartsWith("error A0514: `libneeds_python.so` needs the symbol `Py_IsInitialized`, which nothing defines; "
                        "`Py_IsInitialized` is usually in Python (libpython3); help: ") &&
                 (ContainsSubstring("load.preload") || ContainsSubstring("\"load\": {\"preload\": \"libpython3.")));
}

TEST_CASE("a library that would be loaded by two paths is told") {
  const Machine machine;
  // One needs it by its name, the other by a path.
  const std::string plugin = machine.add(faulty::twice);
  machine.add(faulty::vcl, "lib");
  const std::string by_path = machine.judged(plugin, machine / "lib");
  CHECK(by_path ==
        "warning A0519: two libraries are `libvcl.so`, and both would be loaded; one is "
        "DIR/lib/libvcl.so; the other one is " +
            std::string(faulty::vcl_unnamed) + "\n");
}
