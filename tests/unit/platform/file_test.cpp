#include "platform/file.hpp"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "support/test_folder.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader::platform;
using test::TestFolder;

namespace {

constexpr std::size_t most = 100;

std::string text_of(const std::string& path, std::size_t limit = most) {
  const auto read = read_file(path, limit);
  REQUIRE(std::holds_alternative<FileContent>(read));
  return std::get<FileContent>(read).text;
}

FileFault fault_of(const std::string& path, std::size_t limit = most) {
  const auto read = read_file(path, limit);
  REQUIRE(std::holds_alternative<FileFault>(read));
  return std::get<FileFault>(read);
}

/// A socket at `path`, as long as it lives.
struct Socket {
  explicit Socket(const std::string& path) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    REQUIRE(bind(number, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  ~Socket() { close(number); }

  int number = socket(AF_UNIX, SOCK_STREAM, 0);
};

}  // namespace

TEST_CASE("a file is read whole, with the bytes that it has") {
  const TestFolder folder;
  const std::string bytes("a\0b\r\n\xff", 6);
  CHECK(text_of(folder.write("x", bytes)) == bytes);
  CHECK(text_of(folder.write("empty", "")).empty());
}

TEST_CASE("a file as large as the limit is read, a larger one is not") {
  const TestFolder folder;
  CHECK(text_of(folder.write("fits", std::string(100, 'x'))).size() == 100);
  const FileFault fault = fault_of(folder.write("large", std::string(101, 'x')));
  CHECK(fault.kind == FileFault::Kind::too_large);
  CHECK(fault.size == 101);
}

TEST_CASE("a file that tells no size, as those of proc, is read to its end") {
  CHECK(text_of("/proc/self/stat", 100'000).starts_with(std::to_string(getpid()) + " ("));
  CHECK(fault_of("/proc/self/stat", 10).kind == FileFault::Kind::too_large);
}

TEST_CASE("a link is followed, and has the identity of its file") {
  const TestFolder folder;
  folder.write("x", "text");
  const auto file = read_file(folder / "x", most), link = read_file(folder.link("y", "x"), most);
  CHECK(std::get<FileContent>(link).text == "text");
  CHECK(std::get<FileContent>(link).identity == std::get<FileContent>(file).identity);
}

TEST_CASE("a FIFO hangs nobody") {
  const TestFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const FileFault fault = fault_of(folder / "pipe");
  CHECK(fault.kind == FileFault::Kind::not_regular);
  CHECK(fault.type == "a FIFO");
}

TEST_CASE("what is no regular file is named, and not read") {
  const TestFolder folder;
  const Socket socket(folder / "socket");
  for (const auto& [path, type] :
       {std::pair(folder.make_folder("sub"), "a folder"), std::pair(folder / "socket", "a socket"),
        std::pair(std::string("/dev/null"), "a character device")}) {
    const FileFault fault = fault_of(path);
    CHECK(fault.kind == FileFault::Kind::not_regular);
    CHECK(fault.type == type);
  }
}

TEST_CASE("what is not there cannot be opened") {
  const TestFolder folder;
  for (const std::string& path : {folder / "missing", folder.link("dangling", "nowhere"), std::string()}) {
    const FileFault fault = fault_of(path);
    CHECK(fault.kind == FileFault::Kind::cannot_open);
    CHECK(fault.error == ENOENT);
  }
  CHECK(fault_of(folder.write("x", "") + "/y").error == ENOTDIR);
}

TEST_CASE("a file of somebody else that may not be read cannot be opened") {
  const TestFolder folder;
  chmod(folder.write("secret", "text").c_str(), 0000);
  CHECK(test::as_other_user(folder, [&] {
          const auto read = read_file(folder / "secret", most);
          const auto* fault = std::get_if<FileFault>(&read);
          return fault && fault->kind == FileFault::Kind::cannot_open ? error_text(fault->error) : "it was read";
        }) == "permission denied");
}

TEST_CASE("a line is read without its end, and what cannot be read is empty") {
  const TestFolder folder;
  CHECK(read_line(folder.write("vendor", "0x1ae0\n0x2\n")) == "0x1ae0");
  CHECK(read_line(folder.write("bare", "0x1ae0")) == "0x1ae0");
  CHECK(read_line(folder.write("empty", "")).empty());
  CHECK(read_line(folder / "missing").empty());
  CHECK(read_line(folder.path()).empty());
}

TEST_CASE("the state of a file is that of what a link leads to") {
  const TestFolder folder;
  folder.write("x", "text");
  const auto state = file_state(folder.link("y", "x"));
  REQUIRE(state);
  CHECK(state->regular());
  CHECK_FALSE(state->folder());
  CHECK(state->size == 4);
  CHECK(state->type() == "a regular file");
  CHECK(state->identity == file_state(folder / "x")->identity);
  CHECK(state->owner == geteuid());
}

TEST_CASE("what is not there has no state, and the reason can be asked for") {
  const TestFolder folder;
  int error = -1;
  CHECK_FALSE(file_state(folder / "missing", &error));
  CHECK(error == ENOENT);
  CHECK(file_state(folder.path(), &error)->folder());
  CHECK(error == 0);
}

TEST_CASE("a folder lists its names sorted by bytes") {
  const TestFolder folder;
  for (const char* name : {"b", "B", "a", ".hidden", "é", "10", "9"}) folder.write(name, "");
  const FolderContent content = list_folder(folder.path());
  CHECK(content.error == 0);
  CHECK(content.names == std::vector<std::string>{".hidden", "10", "9", "B", "a", "b", "é"});
}

TEST_CASE("what is no folder lists nothing, and says why") {
  const TestFolder folder;
  CHECK(list_folder(folder / "missing").error == ENOENT);
  CHECK(list_folder(folder.write("x", "")).error == ENOTDIR);
  CHECK(list_folder(folder.path()).names.size() == 1);
}

TEST_CASE("a link's target is as written in it, and its real path has no link") {
  const TestFolder folder;
  folder.write("sub/x", "");
  folder.link("first", "sub/../sub/x");
  CHECK(link_target(folder / "first") == "sub/../sub/x");
  CHECK(link_target(folder / "sub/x").empty());
  CHECK(link_target(folder / "missing").empty());
  CHECK(real_path(folder / "first") == folder / "sub/x");
  CHECK(real_path(folder / "missing").empty());
}

TEST_CASE("the text of an error is lowercase, unless it starts with an abbreviation") {
  CHECK(error_text(ENOENT) == "no such file or directory");
  CHECK(error_text(EDOTDOT) == "RFS specific error");
}
