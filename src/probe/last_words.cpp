#include "probe/last_words.hpp"

#include <array>
#include <atomic>
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

WorkerRecord* the_record = nullptr;

std::uintptr_t program_counter(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(machine.pc);
#endif
}

void record_signal(int signal, const void* context) {
  the_record->struck = program_counter(context);
  the_record->signal = signal;
  // Not promised to work in a handler, and so done last: a second fault here ends the process, with the rest told.
  std::array<void*, WorkerRecord::most_frames> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    the_record->frames[i] = reinterpret_cast<std::uintptr_t>(frames[i]);
  the_record->frame_count = static_cast<std::size_t>(count);
}

void on_signal(int signal, siginfo_t*, void* context) {
  if (!the_record->is_worker()) {  // a process that the plugin has forked: nobody looks at it, so it ends as it would
    raise(signal);
    return;
  }
  static std::atomic_flag taken;
  if (!taken.test_and_set()) {
    record_signal(signal, context);
    the_record->waits = true;
  }
  for (;;) pause();
}

std::string demangled(const char* type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(type, nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? text.get() : type;
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
    if (the_record->is_worker()) the_record->exception.write(text);
  }
  std::abort();
}

}  // namespace

void record_last_words(WorkerRecord& record) {
  the_record = &record;
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
