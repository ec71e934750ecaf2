// Plugins that end the process, or never come back, while they are being opened: one fault each.
#include <arpa/inet.h>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace {

[[maybe_unused]] void sleep_for_ever() {
  for (;;) pause();
}

[[maybe_unused]] void write_all(const std::string& text) {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) std::abort();
}

}  // namespace

// Not static: a probe can name it.
extern "C" __attribute__((visibility("default"), noinline)) void vnpu_start() {
#if defined(FAULT_ABORTS)
  write_all("vnpu: plugin interface 0.47, host 0.40\n");
  std::abort();
#elif defined(FAULT_CRASHES)
  *static_cast<volatile int*>(nullptr) = 1;
#elif defined(FAULT_CRASHES_IN_LIBC)
  const char* volatile nothing = nullptr;
  std::printf("%zu", std::strlen(nothing));
#elif defined(FAULT_OVERFLOWS)
  volatile char room[4096];
  room[0] = 1;
  vnpu_start();
  room[1] = room[0];
#elif defined(FAULT_EXITS)
  std::exit(42);
#elif defined(FAULT_THROWS)
  throw std::runtime_error("no firmware in \"/lib/firmware\"\nnor elsewhere");
#elif defined(FAULT_LOOPS)
  std::signal(SIGTERM, SIG_IGN);
  for (const volatile bool always = true; always;) {
  }
#elif defined(FAULT_KILLS_ITSELF)
  kill(getpid(), SIGKILL);
#elif defined(FAULT_CLOSES_EVERYTHING)
  for (int number = 0; number < 4096; ++number) close(number);
  std::exit(3);
#elif defined(FAULT_LEAVES_A_PROCESS)
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    sleep_for_ever();
  }
  std::exit(1);
#elif defined(FAULT_FLOODS)
  for (int line = 0; line < 20'000; ++line) write_all("line " + std::to_string(line) + " of a long complaint\n");
  std::abort();
#elif defined(FAULT_WRITES_BYTES)
  write_all("\x1b[31mbad \xff\xfe bytes");
  std::abort();
#elif defined(FAULT_WRITES_EVERYWHERE)
  for (int number = 0; number < 1024; ++number)
    if (write(number, "succeeded \n{\"outcome\":0,\"stage\":6}\n", 36) < 0) continue;
  std::abort();
#elif defined(FAULT_KILLS_ITS_GROUP)
  kill(0, SIGKILL);
#elif defined(FAULT_STOPS_ITS_GROUP)
  kill(0, SIGSTOP);
#elif defined(FAULT_KILLS_ITS_PARENT)
  kill(getppid(), SIGKILL);
  sleep_for_ever();
#elif defined(FAULT_CLOSES_DESCRIPTORS)
  for (int number = 0; number < 4096; ++number) close(number);
#elif defined(FAULT_FILLS_DESCRIPTORS)
  static char room[3 << 20];
  std::memset(room, '\n', sizeof room);
  for (int number = 3; number < 1024; ++number)
    if (write(number, room, sizeof room) < 0) continue;
#elif defined(FAULT_FORKS_AND_ABORTS)
  if (fork() != 0) {
    usleep(200'000);
    std::abort();
  }
#elif defined(FAULT_FORKS_A_CHILD_THAT_ABORTS)
  if (fork() == 0) std::abort();
#elif defined(FAULT_ABORTS_UNHANDLED)
  std::signal(SIGABRT, SIG_DFL);
  std::abort();
#elif defined(FAULT_NEVER_STOPS_TALKING)
  for (;;) write_all("and so on\n");
#elif defined(FAULT_ASKS_A_SERVER)
  sockaddr_in server = {};
  server.sin_family = AF_INET;
  server.sin_port = htons(static_cast<std::uint16_t>(std::atoi(std::getenv("VNPU_PORT"))));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  char answer = 0;
  if (connect(connection, reinterpret_cast<const sockaddr*>(&server), sizeof server) == 0 &&
      read(connection, &answer, 1) < 0)
    std::abort();
#endif
}

namespace {

[[maybe_unused]] const bool started = (vnpu_start(), true);

}  // namespace
