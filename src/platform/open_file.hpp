// A regular file, held open: what was judged is what is read afterwards, whatever happens to its name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "platform/file.hpp"

namespace accelloader::platform {

/// Closed when it goes. Not synchronized.
class OpenFile {
 public:
  /// Opens O_NONBLOCK and judges by fstat before a byte is read, so that a FIFO hangs nobody.
  static std::variant<OpenFile, FileFault> open(const std::string& path);
  /// The bytes of `file` as they are now, in memory, where nobody can change them any more; empty, with errno set, if
  /// there is no room for them. `name` is what the kernel calls it.
  static std::optional<OpenFile> sealed_copy(const OpenFile& file, const std::string& name);
  ~OpenFile();
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;

  int number() const noexcept { return number_; }
  /// A path that leads to this very file, whatever has its name now, for as long as it is open in this process.
  std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }
  const FileState& state() const noexcept { return state_; }
  /// The last part of the path is a link.
  bool through_link() const noexcept { return through_link_; }

  /// What lies at `offset`, at most `size` bytes and less at the end of the file or after an error.
  std::string read_at(std::uint64_t offset, std::size_t size) const;

 private:
  OpenFile(int number, FileState state, bool through_link)
      : number_(number), state_(state), through_link_(through_link) {}
  bool look();

  int number_;
  FileState state_;
  bool through_link_;
};

}  // namespace accelloader::platform
