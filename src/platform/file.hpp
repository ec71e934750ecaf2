// Files and folders, read with limits and without surprises.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>
#include <vector>

namespace accelloader::platform {

/// Two paths with the same identity lead to one file.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;

  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

struct FileContent {
  std::string text;
  FileIdentity identity;
  bool through_link = false;  ///< the last part of the path is a link
};

/// Why a file could not be read.
struct FileFault {
  enum class Kind { cannot_open, not_regular, too_large, cannot_read };
  Kind kind;
  int error = 0;     ///< errno, for cannot_open and cannot_read
  off_t size = 0;    ///< for too_large
  std::string type;  ///< for not_regular: "a folder", "a FIFO"
};

/// Opened O_NONBLOCK and judged by fstat before a byte is read, so that a FIFO hangs nobody.
std::variant<FileContent, FileFault> read_file(const std::string& path, std::size_t most_bytes);

/// The first line of a small file without its end, as sysfs has them; empty if it cannot be read.
std::string read_line(const std::string& path);

/// What is at the end of the path.
struct FileState {
  FileIdentity identity;
  off_t size = 0;
  mode_t mode = 0;
  uid_t owner = 0;
  gid_t group = 0;

  bool regular() const noexcept;
  bool folder() const noexcept;
  /// "a regular file", "a folder", "a FIFO", "a socket", "a character device", "a block device".
  std::string type() const;
};

/// Follows links; empty, with errno in `error` if that is not null, when there is nothing.
std::optional<FileState> file_state(const std::string& path, int* error = nullptr);

/// The same for the last part of the path itself, which may be a link.
std::optional<FileState> link_state(const std::string& path);

/// The names in a folder, sorted by bytes, without "." and "..".
struct FolderContent {
  std::vector<std::string> names;
  int error = 0;  ///< errno; 0 when the folder was read
};
FolderContent list_folder(const std::string& path);

/// Where a link leads, as written in it; empty if the path is no link.
std::string link_target(const std::string& path);

/// With every link resolved; empty if it does not exist.
std::string real_path(const std::string& path);

/// "No such file or directory", in lowercase as our texts are.
std::string error_text(int error);

/// "/etc" below "/mnt/image" is "/mnt/image/etc"; below "/" it is itself. With links resolved as a process in a chroot
/// would, so that an absolute link in an image does not lead out of it. Empty, and so no file, if there are more links
/// than the kernel would follow.
std::string below_root(const std::string& root, std::string_view path);

}  // namespace accelloader::platform
