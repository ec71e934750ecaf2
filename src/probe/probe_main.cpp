#include "probe/probe_main.hpp"

#include <cstdio>
#include <cstdlib>

#include "probe/supervisor.hpp"

namespace accelloader::probe {

int probe_main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("accelloader-probe is started by accelloader, to load a plugin where it can harm nobody\n", stderr);
    return 2;
  }
  const auto report = supervise(argv[1], argv[2], std::chrono::milliseconds(std::atol(argv[3])));
  const std::string text = written(report);
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace accelloader::probe
