#include "platform/open_file.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <sys/sendfile.h>
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
  if (!file.look()) return FileFault{.kind = cannot_read, .error = errno};
  if (!file.state_.regular()) return FileFault{.kind = not_regular, .type = file.state_.type()};
  return file;
}

std::optional<OpenFile> OpenFile::sealed_copy(const OpenFile& file, const std::string& name) {
  const int number = memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (number < 0) return std::nullopt;
  OpenFile copy(number, {}, false);
  for (off_t offset = 0; offset < file.state().size;) {
    constexpr std::size_t most_at_once = std::size_t{1} << 30;
    const ssize_t sent = sendfile(number, file.number(), &offset, most_at_once);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return std::nullopt;
    if (sent == 0) break;  // it has become shorter
  }
  constexpr int seals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (fcntl(number, F_ADD_SEALS, seals) != 0 || !copy.look()) return std::nullopt;
  return copy;
}

bool OpenFile::look() {
  struct stat found = {};
  if (fstat(number_, &found) != 0) return false;
  state_ = {{found.st_dev, found.st_ino}, found.st_size, found.st_mode, found.st_uid, found.st_gid};
  return true;
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
