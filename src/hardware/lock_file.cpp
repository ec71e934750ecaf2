#include "hardware/lock_file.hpp"

#include <array>
#include <cctype>
#include <fcntl.h>
#include <optional>
#include <sstream>
#include <string>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <utility>
#include <variant>

#include "diagnostics/text.hpp"
#include "hardware/node_holder.hpp"
#include "platform/file.hpp"
#include "platform/owner.hpp"

namespace accelloader::hardware {
namespace {

/// The first number in the text, as a process would write its own; empty if there is none.
std::string first_number(const std::string& text) {
  const auto is_digit = [](char byte) { return std::isdigit(static_cast<unsigned char>(byte)) != 0; };
  std::string number;
  for (const char byte : text) {
    if (is_digit(byte))
      number += byte;
    else if (!number.empty())
      break;
  }
  constexpr std::size_t longest = 7;  // of a process's number: 4194304
  return number.size() <= longest ? number : std::string();
}

/// proc_locks(5): "1: POSIX  ADVISORY  WRITE 4711 08:01:1234 0 EOF", the device in hexadecimal.
std::string locking_process(const std::string& root, const platform::FileIdentity& file) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  const auto read = platform::read_file(platform::below_root(root, "/proc/locks"), most_bytes);
  const auto* content = std::get_if<platform::FileContent>(&read);
  if (!content) return {};
  std::array<char, 64> wanted{};
  std::snprintf(wanted.data(), wanted.size(), "%02x:%02x:%lu", major(file.device), minor(file.device),
                static_cast<unsigned long>(file.inode));
  std::istringstream lines(content->text);
  for (std::string line; std::getline(lines, line);) {
    const auto words = diagnostics::parts_of(std::string_view(line), " ");
    constexpr std::size_t process = 4, place = 5;
    // "-> POSIX" in a line is one that waits for the lock.
    if (words.size() > place && words[1] != "->" && words[place] == wanted.data()) return std::string(words[process]);
  }
  return {};
}

class LockFileJudge {
 public:
  LockFileJudge(const Descriptor& descriptor, const Machine& machine) : descriptor_(descriptor), machine_(machine) {}

  std::vector<Finding> judge() {
    for (const std::string& path : descriptor_.requires_.lock_files.names) judge(path);
    return std::move(findings_);
  }

 private:
  void judge(const std::string& path) {
    const std::string real = platform::below_root(machine_.root(), path);
    const auto state = platform::file_state(real);
    if (!state || !state->regular()) return;
    constexpr std::size_t most_bytes = 4096;
    const auto read = platform::read_file(real, most_bytes);
    const auto* content = std::get_if<platform::FileContent>(&read);
    const std::string named = content ? first_number(content->text) : std::string();
    const std::string locking = locking_process(machine_.root(), state->identity);
    const std::string& process = locking.empty() ? named : locking;
    if (const auto holder = find_process(machine_.root(), process))
      held(path, *holder, locking.empty());
    else if (!named.empty())
      stale(path, named);
    else if (faccessat(AT_FDCWD, real.c_str(), R_OK | W_OK, AT_EACCESS) != 0)
      forbidden(path, *state);
  }

  void held(const std::string& path, const NodeHolder& holder, bool named) {
    if (machine_.root() == "/" && holder.process == std::to_string(getpid())) return;
    add(Error(ErrorCode::device_busy, "the device is in use: another process " +
                                          std::string(named ? "is named by" : "has locked") + " `" + path + "`")
            .note("it is process " + holder.process + ", `" + holder.command + "`, of user " + holder.user));
  }

  void stale(const std::string& path, const std::string& process) {
    add(Error(ErrorCode::lock_file_in_the_way,
              "`" + path + "` says that process " + process + " has the device, and there is no such process")
            .help("remove the file: what made it has ended without doing so"));
  }

  void forbidden(const std::string& path, const platform::FileState& state) {
    add(Error(ErrorCode::lock_file_in_the_way, "`" + path + "` is another user's, and this one may not write to it")
            .note(platform::access_text(state))
            .help("let its owner remove the file, once nobody uses the device"));
  }

  void add(Error error) {
    findings_.push_back(finding(std::move(error).at(descriptor_.locate(descriptor_.requires_.lock_files.span))));
  }

  const Descriptor& descriptor_;
  const Machine& machine_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> judge_lock_files(const Descriptor& descriptor, const Machine& machine) {
  return LockFileJudge(descriptor, machine).judge();
}

}  // namespace accelloader::hardware
