#include "probe/supervisor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "diagnostics/text.hpp"
#include "probe/address_map.hpp"
#include "probe/descendants.hpp"
#include "probe/last_lines.hpp"
#include "probe/worker.hpp"

namespace accelloader::probe {
namespace {

using Clock = std::chrono::steady_clock;
using loader::ProbeReport;

constexpr std::size_t most_records = 1UL << 20;

std::string new_key() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) < 0) bytes.back() = static_cast<unsigned char>(getpid());
  std::string key;
  for (const unsigned char byte : bytes) {
    key += "0123456789abcdef"[byte / 16];
    key += "0123456789abcdef"[byte % 16];
  }
  return key + " ";
}

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

std::vector<std::uintptr_t> addresses(std::string_view text) {
  std::vector<std::uintptr_t> found;
  while (!text.empty()) {
    std::uintptr_t address = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), address, 16);
    if (parsed.ec != std::errc()) break;
    found.push_back(address);
    text.remove_prefix(std::min<std::size_t>(static_cast<std::size_t>(parsed.ptr - text.data()) + 1, text.size()));
  }
  return found;
}

class Supervisor {
 public:
  Supervisor(const std::string& manifest, const std::string& library, std::chrono::milliseconds limit)
      : manifest_(manifest), library_(library), deadline_(Clock::now() + limit), key_(new_key()) {}

  ProbeReport run() {
    if (!records_.open() || !output_.open()) return skipped("no pipe: ");
    adopt_descendants();
    worker_ = fork();
    if (worker_ < 0) return skipped("no process: ");
    if (worker_ == 0) be_worker();
    close(records_.write);
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
    dup2(output_.write, STDOUT_FILENO);
    dup2(output_.write, STDERR_FILENO);
    // Out of the way of what a plugin may close or write to by number.
    constexpr int out_of_the_way = 700;
    const int high = fcntl(records_.write, F_DUPFD_CLOEXEC, out_of_the_way);
    const int descriptor = high < 0 ? records_.write : high;
    for (const int other : {records_.read, output_.read, output_.write}) close(other);
    if (high >= 0) close(records_.write);
    static const RecordWriter writer(descriptor, key_);
    work(manifest_, library_, writer);
    std::fflush(nullptr);
    _exit(0);  // what the plugin does at exit is not the question
  }

  void watch() {
    while (!decided_) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
      if (left <= 0) {
        report_.outcome = ProbeReport::Outcome::timed_out;
        break;
      }
      std::array<pollfd, 2> waiting{{{records_.read, POLLIN, 0}, {output_.read, POLLIN, 0}}};
      // A descendant may keep the pipes open, so the worker's end is asked for too.
      constexpr long between_looks = 10;
      poll(waiting.data(), waiting.size(), static_cast<int>(std::min(left, between_looks)));
      int status = 0;
      const bool ended = waitpid(worker_, &status, WNOHANG) == worker_;
      drain();
      if (ended && !decided_) died(status);
    }
    drain();
  }

  void died(int status) {
    decided_ = true;
    report_.outcome = ProbeReport::Outcome::died;
    if (WIFSIGNALED(status) && report_.signal == 0) report_.signal = WTERMSIG(status);
    if (WIFEXITED(status)) report_.exit_code = WEXITSTATUS(status);
  }

  /// Takes all that is there to be read.
  void drain() {
    char room[16384];
    for (ssize_t got; (got = read(output_.read, room, sizeof room)) > 0;)
      words_.add({room, static_cast<std::size_t>(got)});
    for (ssize_t got; (got = read(records_.read, room, sizeof room)) > 0;)
      if (unread_.size() < most_records) unread_.append(room, static_cast<std::size_t>(got));
    for (auto end = unread_.find('\n'); end != std::string::npos; end = unread_.find('\n')) {
      const std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      if (line.starts_with(key_)) take(std::string_view(line).substr(key_.size()));
    }
  }

  void take(std::string_view record) {
    const auto space = record.find(' ');
    const std::string_view kind = record.substr(0, space), text = record.substr(space + 1);
    if (decided_) return;
    if (kind == "stage") report_.stage = static_cast<Stage>(std::atoi(std::string(text).c_str()));
    if (kind == "exception") report_.exception = diagnostics::printable(text);
    if (kind == "signal" && !addresses(text).empty()) report_.signal = static_cast<int>(addresses(text).front());
    if (kind == "struck") struck_ = addresses(text);
    if (kind == "frames") add_frames(addresses(text));
    if (kind == "succeeded") decide(ProbeReport::Outcome::succeeded);
    if (kind == "wait") decide(ProbeReport::Outcome::died);
    if (kind == "skipped") report_.reason = text, decide(ProbeReport::Outcome::skipped);
    if (kind == "error" && (report_.error = loader::read_error(text))) decide(ProbeReport::Outcome::refused);
  }

  void decide(ProbeReport::Outcome outcome) {
    report_.outcome = outcome;
    decided_ = true;
  }

  /// The worker waits meanwhile, so its map can be read. What lies inwards of the place that was struck is the handler.
  void add_frames(const std::vector<std::uintptr_t>& frames) {
    const AddressMap map = AddressMap::of(worker_);
    if (struck_.empty()) return;
    const auto first = std::ranges::find(frames, struck_.front());
    report_.frames.push_back(map.locate(struck_.front()));
    if (first == frames.end()) return;
    for (auto frame = first + 1; frame != frames.end(); ++frame)
      report_.frames.push_back(map.locate(*frame - 1));  // a return address lies behind the call
    std::erase_if(report_.frames, [](const ProbeReport::Frame& frame) { return frame.object.empty(); });
  }

  const std::string& manifest_;
  const std::string& library_;
  const Clock::time_point deadline_;
  const std::string key_;
  Pipe records_, output_;
  pid_t worker_ = -1;
  std::string unread_;
  LastLines words_;
  std::vector<std::uintptr_t> struck_;
  ProbeReport report_;
  bool decided_ = false;
};

}  // namespace

ProbeReport supervise(const std::string& manifest, const std::string& library, std::chrono::milliseconds limit) {
  return Supervisor(manifest, library, limit).run();
}

}  // namespace accelloader::probe
