// All that a library needs, found as the dynamic linker would find it, without opening any of it.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <accelloader/error.hpp>
#include <accelloader/loader.hpp>

#include "binary/library_file.hpp"

namespace accelloader::binary {

/// What the judged process has to look with.
struct ProcessView {
  std::string root = "/";                    ///< below it, nothing of this process counts
  const Environment* environment = nullptr;  ///< answers for LD_LIBRARY_PATH; null for none
  std::vector<std::string> preload;          ///< what the manifest's `load.preload` opens first
  bool privileged = false;                   ///< AT_SECURE: it would give its rights to whoever can change a library
  bool loads_now = false;                    ///< what is not at hand will not be: the program brings nothing more
};

/// A library of the closure. The first one is the plugin itself.
struct ClosureMember {
  std::string name;  ///< as it is asked for: mostly a soname
  LibraryFile file;
  std::size_t needed_by = 0;  ///< index of the first one that needs it; its own for the plugin
  bool loaded = false;        ///< mapped into this process already
};

/// A needed library that the dynamic linker would not find, or not accept.
struct MissingLibrary {
  std::string name;
  std::vector<std::string> needed_by;  ///< file names, the nearest first: "libop.so", "libnpu.so"
  std::vector<std::string> looked_in;  ///< places, for people
  std::optional<Error> fault;          ///< what is wrong with the file that was found
};

struct Closure {
  std::deque<ClosureMember> members;
  std::vector<MissingLibrary> missing;

  const ClosureMember& plugin() const { return members.front(); }
  /// By what it is asked for or by its soname; null if it is not among them.
  const ClosureMember* find(std::string_view name) const;
};

/// Follows what is missing no further. Bounded: a closure of more than a thousand libraries is cut.
Closure find_closure(LibraryFile plugin, const ProcessView& process);

/// "libop.so, which libnpu.so needs".
std::string told_chain(const std::vector<std::string>& needed_by);

/// The last part of a path.
std::string file_name(const std::string& path);

}  // namespace accelloader::binary
