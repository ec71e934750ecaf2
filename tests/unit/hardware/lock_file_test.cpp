#include "hardware/lock_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "platform/owner.hpp"
#include "unit/hardware/fake_machine.hpp"
#include "unit/manifest/described.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader::hardware;

namespace {

std::string judged(const std::string& lock_file, const std::string& root = "/") {
  const accelloader::Descriptor npu = test::described(R"("requires": {"lock_file": ")" + lock_file + "\"}");
  const auto findings = test::told(judge_lock_files(npu, Machine(root)));
  return findings.empty() ? std::string() : findings.front();
}

std::string position(const std::string& text) { return text.substr(text.find(' ') + 1); }

/// A process that does `prepare` and waits to be killed.
template <class Prepare>
class Child {
 public:
  explicit Child(Prepare prepare) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    process_ = fork();
    if (process_ == 0) {
      prepare();
      (void)!write(ends[1], "x", 1);
      for (;;) pause();
    }
    char byte = 0;
    REQUIRE(read(ends[0], &byte, 1) == 1);
    close(ends[0]);
    close(ends[1]);
  }
  ~Child() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  std::string number() const { return std::to_string(process_); }

 private:
  pid_t process_;
};

std::string command() {
  std::string text;
  if (std::FILE* file = std::fopen("/proc/self/comm", "r")) {
    char room[64] = {};
    if (std::fgets(room, sizeof room, file)) text = room;
    std::fclose(file);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace

TEST_CASE("a lock file that is not there, or says nothing, keeps nobody from the device") {
  const test::TestFolder folder;
  CHECK(judged(folder / "none").empty());
  CHECK(judged(folder.write("empty", "")).empty());
  CHECK(judged(folder.write("own", std::to_string(getpid()) + "\n")).empty());
  CHECK(judged(folder.make_folder("folder")).empty());
}

TEST_CASE("a lock file of a process that has ended is stale") {
  const test::TestFolder folder;
  const pid_t ended = fork();
  if (ended == 0) _exit(0);
  waitpid(ended, nullptr, 0);
  const std::string number = std::to_string(ended), path = folder.write("npu_lock", "pid " + number + "\n");
  CHECK(position(judged(path)) == "error A0411: `" + path + "` says that process " + number +
                                      " has the device, and there is no such process; help: remove the file: what "
                                      "made it has ended without doing so");
}

TEST_CASE("a lock file of a process that runs says who has the device") {
  const test::TestFolder folder;
  const Child other([] {});
  const std::string path = folder.write("npu_lock", other.number());
  CHECK(position(judged(path)) == "error A0408: the device is in use: another process is named by `" + path +
                                      "`; it is process " + other.number() + ", `" + command() + "`, of user " +
                                      accelloader::platform::user_name(geteuid()));
}

TEST_CASE("a lock on the file says who has the device, though nothing is written in it") {
  const test::TestFolder folder;
  const std::string path = folder.write("npu_lock", "");
  const Child other([&] {
    const int file = open(path.c_str(), O_RDWR);
    if (lockf(file, F_TLOCK, 0) != 0) _exit(1);
  });
  CHECK(position(judged(path)) == "error A0408: the device is in use: another process has locked `" + path +
                                      "`; it is process " + other.number() + ", `" + command() + "`, of user " +
                                      accelloader::platform::user_name(geteuid()));
}

TEST_CASE("a lock file of another user keeps this one from the device") {
  if (geteuid() != 0) SKIP("only root makes a file of another user");
  const test::TestFolder folder;
  const std::string path = folder.write("npu_lock", "");
  chmod(path.c_str(), 0644);
  CHECK(position(test::as_other_user(folder, [&] { return judged(path); })) ==
        "error A0411: `" + path +
            "` is another user's, and this one may not write to it; owner root, group root, mode 644; help: let its "
            "owner remove the file, once nobody uses the device");
}
