#include "probe/record.hpp"

#include <array>
#include <cerrno>
#include <sys/uio.h>
#include <unistd.h>

namespace accelloader::probe {

void RecordWriter::write(std::string_view kind, std::string_view text) const noexcept {
  const auto part = [](std::string_view bytes) { return iovec{const_cast<char*>(bytes.data()), bytes.size()}; };
  std::array<iovec, 6> parts{part("\n"), part(key_), part(kind), part(" "), part(text), part("\n")};
  for (std::size_t first = 0; first < parts.size();) {
    const ssize_t wrote = writev(descriptor_, &parts[first], static_cast<int>(parts.size() - first));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return;  // the plugin has closed it
    auto left = static_cast<std::size_t>(wrote);
    for (; first < parts.size() && left >= parts[first].iov_len; ++first) left -= parts[first].iov_len;
    if (first == parts.size()) return;
    parts[first].iov_base = static_cast<char*>(parts[first].iov_base) + left;
    parts[first].iov_len -= left;
  }
}

}  // namespace accelloader::probe
