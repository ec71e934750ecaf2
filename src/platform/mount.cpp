#include "platform/mount.hpp"

#include <algorithm>
#include <cstdint>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "platform/file.hpp"

namespace accelloader::platform {
namespace {

/// Which mount the path is on; 0 where the kernel does not tell, before Linux 5.8.
std::uint64_t mount_of(const std::string& path) {
  struct statx found = {};
  if (statx(AT_FDCWD, path.c_str(), 0, STATX_MNT_ID, &found) != 0 || (found.stx_mask & STATX_MNT_ID) == 0) return 0;
  return found.stx_mnt_id;
}

}  // namespace

bool on_noexec_mount(const OpenFile& file) noexcept {
  struct statvfs found = {};
  return fstatvfs(file.number(), &found) == 0 && (found.f_flag & ST_NOEXEC) != 0;
}

std::string mount_point(const std::string& path) {
  std::string folder = real_path(path);
  const std::uint64_t mount = mount_of(folder);
  if (mount == 0) return {};
  while (folder.size() > 1) {
    const std::string above = folder.substr(0, std::max<std::size_t>(folder.rfind('/'), 1));
    if (mount_of(above) != mount) break;
    folder = above;
  }
  return folder;
}

}  // namespace accelloader::platform
