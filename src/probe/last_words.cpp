#include "probe/last_words.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <execinfo.h>
#include <memory>
#include <typeinfo>
#include <unistd.h>

namespace accelloader::probe {
namespace {

const RecordWriter* the_writer = nullptr;

constexpr std::size_t most_frames = 24;

/// Appends `value` in hexadecimal; snprintf may not be called in a signal handler.
std::size_t append_hex(char* at, std::uintptr_t value) {
  std::array<char, 2 * sizeof value> digits{};
  std::size_t count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value % 16];
    value /= 16;
  } while (value != 0);
  for (std::size_t i = 0; i < count; ++i) at[i] = digits[count - 1 - i];
  return count;
}

std::uintptr_t program_counter(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(machine.pc);
#endif
}

void record_frames(const char* kind, void* const* frames, std::size_t count) {
  std::array<char, most_frames*(2 * sizeof(std::uintptr_t) + 1)> text{};
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    length += append_hex(&text[length], reinterpret_cast<std::uintptr_t>(frames[i]));
    text[length++] = ' ';
  }
  the_writer->write(kind, {text.data(), length});
}

void on_signal(int signal, siginfo_t*, void* context) {
  std::array<char, 4> number{};
  the_writer->write("signal", {number.data(), append_hex(number.data(), static_cast<std::uintptr_t>(signal))});
  void* const struck = reinterpret_cast<void*>(program_counter(context));  // NOLINT(performance-no-int-to-ptr)
  record_frames("struck", &struck, 1);
  // Not promised to work in a handler, and so done last: a second fault here ends the process, with the rest told.
  std::array<void*, most_frames> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  record_frames("frames", frames.data(), static_cast<std::size_t>(count));
  the_writer->write("wait", "");
  for (;;) pause();
}

std::string demangled(const char* type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(type, nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? text.get() : type;
}

std::string escaped_lines(std::string text) {
  for (char& byte : text)
    if (byte == '\n') byte = ' ';
  return text;
}

[[noreturn]] void on_terminate() {
  if (const std::type_info* type = abi::__cxa_current_exception_type()) {
    std::string text = demangled(type->name());
    try {
      throw;
    } catch (const std::exception& error) {
      text += ": " + std::string(error.what());
    } catch (...) {  // NOLINT(bugprone-empty-catch): its type is all that can be told
    }
    the_writer->write("exception", escaped_lines(std::move(text)));
  }
  std::abort();
}

}  // namespace

void record_last_words(const RecordWriter& writer) {
  the_writer = &writer;
  void* first[1];
  backtrace(first, 1);  // loads what it needs now, while it is allowed to
  // A stack overflow leaves no room for a handler on the stack.
  static std::array<char, 64UL * 1024> room;
  stack_t stack = {};
  stack.ss_sp = room.data();
  stack.ss_size = room.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = &on_signal;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP})
    sigaction(signal, &action, nullptr);
  std::set_terminate(&on_terminate);
}

}  // namespace accelloader::probe
