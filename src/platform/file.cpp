#include "platform/file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <dirent.h>
#include <limits.h>
#include <memory>
#include <stdlib.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "platform/open_file.hpp"

namespace accelloader::platform {
namespace {

FileState state_of(const struct stat& found) {
  return {{found.st_dev, found.st_ino}, found.st_size, found.st_mode, found.st_uid, found.st_gid};
}

}  // namespace

bool FileState::regular() const noexcept { return S_ISREG(mode); }
bool FileState::folder() const noexcept { return S_ISDIR(mode); }

std::string FileState::type() const {
  switch (mode & S_IFMT) {
    case S_IFREG: return "a regular file";
    case S_IFDIR: return "a folder";
    case S_IFIFO: return "a FIFO";
    case S_IFSOCK: return "a socket";
    case S_IFCHR: return "a character device";
    case S_IFBLK: return "a block device";
    default: return "no file";
  }
}

std::variant<FileContent, FileFault> read_file(const std::string& path, std::size_t most_bytes) {
  using enum FileFault::Kind;
  auto opened = OpenFile::open(path);
  if (auto* fault = std::get_if<FileFault>(&opened)) return std::move(*fault);
  const auto& file = std::get<OpenFile>(opened);
  const auto size = static_cast<std::size_t>(file.state().size);
  if (size > most_bytes) return FileFault{.kind = too_large, .size = file.state().size};

  // One byte more than the size says, so that the end is usually seen by the first read; files that tell no size, as
  // those of proc, and files that grow are read on up to the limit.
  FileContent content{
      .text = std::string(size + 1, '\0'), .identity = file.state().identity, .through_link = file.through_link()};
  std::size_t length = 0;
  for (;;) {
    const ssize_t got = read(file.number(), content.text.data() + length, content.text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileFault{.kind = cannot_read, .error = errno};
    length += static_cast<std::size_t>(got);
    if (got == 0 || length == size) break;
    if (length > most_bytes) return FileFault{.kind = too_large, .size = static_cast<off_t>(length)};
    if (length == content.text.size()) content.text.resize(length * 2);
  }
  content.text.resize(length);
  return content;
}

std::string read_line(const std::string& path) {
  const auto read = read_file(path, 4096);
  const auto* content = std::get_if<FileContent>(&read);
  return content ? content->text.substr(0, content->text.find('\n')) : std::string();
}

std::optional<FileState> file_state(const std::string& path, int* error) {
  struct stat found = {};
  const int failed = stat(path.c_str(), &found);
  if (error) *error = failed == 0 ? 0 : errno;
  return failed == 0 ? std::optional(state_of(found)) : std::nullopt;
}

std::optional<FileState> link_state(const std::string& path) {
  struct stat found = {};
  return lstat(path.c_str(), &found) == 0 ? std::optional(state_of(found)) : std::nullopt;
}

FolderContent list_folder(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), &closedir);
  if (!folder) return {.names = {}, .error = errno};
  FolderContent content;
  errno = 0;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") content.names.emplace_back(name);
  }
  content.error = errno;
  std::ranges::sort(content.names);
  return content;
}

std::string link_target(const std::string& path) {
  char target[PATH_MAX];
  const ssize_t length = readlink(path.c_str(), target, sizeof target);
  return length > 0 ? std::string(target, static_cast<std::size_t>(length)) : std::string();
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> found(realpath(path.c_str(), nullptr), &free);
  return found ? std::string(found.get()) : std::string();
}

std::string error_text(int error) {
  std::string text = std::generic_category().message(error);
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])))
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string below_root(const std::string& root, std::string_view path) {
  if (root == "/" || root.empty()) return std::string(path);
  constexpr int most_links = 40;  // as the kernel allows
  std::vector<std::string> pending, walked;
  const auto push = [&pending](std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
      const auto end = std::min(text.find('/'), text.size());
      if (end > 0) parts.emplace_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    pending.insert(pending.end(), parts.rbegin(), parts.rend());  // the next part is at the back
  };
  const auto joined = [&] {
    std::string all = root;
    while (all.size() > 1 && all.back() == '/') all.pop_back();
    for (const std::string& part : walked) all.append("/").append(part);
    return all;
  };

  push(path);
  for (int links = 0; !pending.empty();) {
    const std::string part = std::move(pending.back());
    pending.pop_back();
    if (part == ".") continue;
    if (part == "..") {
      if (!walked.empty()) walked.pop_back();
      continue;
    }
    walked.push_back(part);
    const std::string target = link_target(joined());
    if (target.empty()) continue;
    if (++links > most_links) return {};
    walked.pop_back();
    if (target.front() == '/') walked.clear();
    push(target);
  }
  return joined();
}

}  // namespace accelloader::platform
