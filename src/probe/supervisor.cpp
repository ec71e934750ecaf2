#include "probe/supervisor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <span>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "diagnostics/text.hpp"
#include "probe/address_map.hpp"
#include "probe/descendants.hpp"
#include "probe/last_lines.hpp"
#include "probe/worker.hpp"
#include "probe/worker_record.hpp"

namespace accelloader::probe {
namespace {

using Clock = std::chrono::steady_clock;
using loader::ProbeReport;

struct Pipe {
  int read = -1, write = -1;

  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0], write = ends[1];
    fcntl(read, F_SETFL, O_NONBLOCK);
    return true;
  }
};

int open_process(pid_t process) {
  return static_cast<int>(syscall(SYS_pidfd_open, process, 0));  // -1 where the kernel is older than 5.3
}

class Supervisor {
 public:
  Supervisor(const std::string& manifest, const std::string& library, std::chrono::milliseconds limit)
      : manifest_(manifest), library_(library), deadline_(Clock::now() + limit), record_(WorkerRecord::map()) {}

  ProbeReport run() {
    if (!record_) return skipped("no memory: ");
    if (!output_.open()) return skipped("no pipe: ");
    adopt_descendants();
    worker_ = fork();
    if (worker_ < 0) return skipped("no process: ");
    if (worker_ == 0) be_worker();
    close(output_.write);
    watch();
    end_descendants();
    report_.output = words_.text();
    return std::move(report_);
  }

 private:
  ProbeReport skipped(const std::string& what) {
    report_.outcome = ProbeReport::Outcome::skipped;
    report_.reason = "the plugin cannot be probed: " + what + std::to_string(errno);
    return std::move(report_);
  }

  [[noreturn]] void be_worker() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();  // what the plugin sends to its process group does not reach this side
    const rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    dup2(output_.write, STDOUT_FILENO);
    dup2(output_.write, STDERR_FILENO);
    for (const int other : {output_.read, output_.write}) close(other);
    record_->worker = getpid();
    work(manifest_, library_, *record_);
    std::fflush(nullptr);
    _exit(0);  // what the plugin does at exit is not the question
  }

  void watch() {
    const int worker = open_process(worker_);
    for (bool decided = false; !decided;) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
      if (left <= 0) {
        report_.outcome = ProbeReport::Outcome::timed_out;
        break;
      }
      // A worker that waits to be looked at makes no sign.
      constexpr long between_looks = 10;
      std::array<pollfd, 3> waiting{{{output_.read, POLLIN, 0}, {worker, POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
      poll(waiting.data(), waiting.size(), static_cast<int>(std::min(left, between_looks)));
      if ((waiting[2].revents & POLLERR) != 0) break;  // nobody is there any more to read the report
      decided = look();
      drain();
    }
    if (worker >= 0) close(worker);
    report_.stage = static_cast<Stage>(record_->stage.load());
    report_.exception = one_line(record_->exception.read());
  }

  /// Whether it is known by now what the probe comes to.
  bool look() {
    if (record_->waits) {
      add_frames();
      report_.signal = record_->signal;
      return true;
    }
    int status = 0;
    if (waitpid(worker_, &status, WNOHANG) != worker_) return false;
    switch (record_->verdict) {
      case WorkerRecord::Verdict::succeeded: report_.outcome = ProbeReport::Outcome::succeeded; return true;
      case WorkerRecord::Verdict::skipped:
        report_.outcome = ProbeReport::Outcome::skipped;
        report_.reason = record_->text.read();
        return true;
      case WorkerRecord::Verdict::refused:
        report_.error = loader::read_error(record_->text.read());
        if (!report_.error) break;
        report_.outcome = ProbeReport::Outcome::refused;
        return true;
      case WorkerRecord::Verdict::none: break;
    }
    if (WIFSIGNALED(status)) report_.signal = record_->signal != 0 ? record_->signal.load() : WTERMSIG(status);
    if (WIFEXITED(status)) report_.exit_code = WEXITSTATUS(status);
    return true;
  }

  static std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return diagnostics::printable(text);
  }

  /// Takes what is there to be read, but lets no flood keep it from watching.
  void drain() {
    char room[16384];
    for (int round = 0; round < 64 && output_.read >= 0; ++round) {
      const ssize_t got = read(output_.read, room, sizeof room);
      if (got > 0) words_.add({room, static_cast<std::size_t>(got)});
      if (got < 0) return;
      if (got == 0) {  // all have closed it, which is no reason to wake up again
        close(output_.read);
        output_.read = -1;
      }
    }
  }

  /// The worker waits meanwhile, so its map can be read. What lies inwards of the place that was struck is the handler.
  void add_frames() {
    const AddressMap map = AddressMap::of(worker_);
    const std::span frames(record_->frames.data(), std::min(record_->frame_count.load(), record_->frames.size()));
    const auto first = std::ranges::find(frames, record_->struck);
    report_.frames.push_back(map.locate(record_->struck));
    if (first == frames.end()) return;
    for (auto frame = first + 1; frame != frames.end(); ++frame)
      report_.frames.push_back(map.locate(*frame - 1));  // a return address lies behind the call
    std::erase_if(report_.frames, [](const ProbeReport::Frame& frame) { return frame.object.empty(); });
  }

  const std::string& manifest_;
  const std::string& library_;
  const Clock::time_point deadline_;
  WorkerRecord* const record_;
  Pipe output_;
  pid_t worker_ = -1;
  LastLines words_;
  ProbeReport report_;  // died, unless something better is known
};

}  // namespace

ProbeReport supervise(const std::string& manifest, const std::string& library, std::chrono::milliseconds limit) {
  return Supervisor(manifest, library, limit).run();
}

}  // namespace accelloader::probe
