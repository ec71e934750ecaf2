#include "platform/open_file.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace accelloader::platform {

std::variant<OpenFile, FileFault> OpenFile::open(const std::string& path) {
  using enum FileFault::Kind;
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int number = ::open(path.c_str(), flags | O_NOFOLLOW);
  const bool through_link = number < 0 && errno == ELOOP;
  if (through_link) number = ::open(path.c_str(), flags);
  if (number < 0) {
    const int error = errno;  // ENXIO for a socket
    const auto state = file_state(path);
    if (state && !state->regular()) return FileFault{.kind = not_regular, .type = state->type()};
    return FileFault{.kind = cannot_open, .error = error};
  }
  OpenFile file(number, {}, through_link);
  struct stat found = {};
  if (fstat(number, &found) != 0) return FileFault{.kind = cannot_read, .error = errno};
  file.state_ = {{found.st_dev, found.st_ino}, found.st_size, found.st_mode, found.st_uid, found.st_gid};
  if (!file.state_.regular()) return FileFault{.kind = not_regular, .type = file.state_.type()};
  return file;
}

OpenFile::~OpenFile() {
  if (number_ >= 0) close(number_);
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : number_(std::exchange(other.number_, -1)), state_(other.state_), through_link_(other.through_link_) {}

std::string OpenFile::read_at(std::uint64_t offset, std::size_t size) const {
  std::string text(size, '\0');
  std::size_t length = 0;
  while (length < size) {
    const ssize_t got = pread(number_, text.data() + length, size - length, static_cast<off_t>(offset + length));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += static_cast<std::size_t>(got);
  }
  text.resize(length);
  return text;
}

}  // namespace accelloader::platform
