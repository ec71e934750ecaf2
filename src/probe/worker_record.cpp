#include "probe/worker_record.hpp"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace accelloader::probe {

static_assert(std::atomic<std::size_t>::is_always_lock_free && std::atomic<WorkerRecord::Verdict>::is_always_lock_free,
              "processes share them");

WorkerRecord* WorkerRecord::map() {
  void* const memory = mmap(nullptr, sizeof(WorkerRecord), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : new (memory) WorkerRecord;
}

bool WorkerRecord::is_worker() const noexcept { return getpid() == worker.load(); }

void WorkerRecord::conclude(Verdict how, std::string_view why) noexcept {
  if (!is_worker()) return;
  text.write(why);
  verdict = how;
}

}  // namespace accelloader::probe
