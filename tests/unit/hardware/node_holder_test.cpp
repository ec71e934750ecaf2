#include "hardware/node_holder.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"

using namespace accelloader::hardware;
using test::FakeMachine;

namespace {

/// A process that has a file open for as long as this object lives.
class Holder {
 public:
  explicit Holder(const std::string& path) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    process_ = fork();
    if (process_ == 0) {
      const bool open_now = open(path.c_str(), O_RDWR) >= 0;
      if (write(ready[1], open_now ? "y" : "n", 1) != 1) _exit(1);
      for (;;) pause();
    }
    char answer = 0;
    REQUIRE(read(ready[0], &answer, 1) == 1);
    close(ready[0]);
    close(ready[1]);
    held_ = answer == 'y';
  }
  ~Holder() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

  bool held() const { return held_; }
  std::string process() const { return std::to_string(process_); }

 private:
  pid_t process_;
  bool held_ = false;
};

}  // namespace

TEST_CASE("a process that has a file open is found, and this one is not meant") {
  const FakeMachine files;
  const std::string node = files.write("npu0", "");
  const int own = open(node.c_str(), O_RDONLY | O_CLOEXEC);
  CHECK(find_holders("/", node).empty());
  close(own);
  const Holder holder(node);
  REQUIRE(holder.held());
  const auto holders = find_holders("/", node);
  REQUIRE(holders.size() == 1);
  CHECK(holders.front().process == holder.process());
  CHECK(holders.front().command == "unit_tests");
  CHECK(find_holders("/", files / "npu1").empty());
}

TEST_CASE("a device is found by what it is, also by another node of it") {
  const FakeMachine files;
  const std::string one = files / "npu0", other = files / "npu0_too";
  // A device that nothing else has open; opening it has no effect.
  if (mknod(one.c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0 ||
      mknod(other.c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0)
    SKIP("this user, or this machine, makes no device nodes");
  const Holder holder(one);
  if (!holder.held()) SKIP("devices cannot be opened in this folder");
  const auto holders = find_holders("/", other);
  REQUIRE(holders.size() == 1);
  CHECK(holders.front().process == holder.process());
}

TEST_CASE("in a tree that is judged the processes are those of its own proc") {
  const FakeMachine files;
  files.add_node("/dev/vfio/4");
  files.write("proc/4711/comm", "python3\n");
  files.make_folder("proc/4711/fd");
  files.link("proc/4711/fd/3", "socket:[123]");
  CHECK(find_holders(files.path(), "/dev/vfio/4").empty());
  files.link("proc/4711/fd/17", "/dev/vfio/4");
  const auto holders = find_holders(files.path(), "/dev/vfio/4");
  REQUIRE(holders.size() == 1);
  CHECK(holders.front().process == "4711");
  CHECK(holders.front().command == "python3");
}
