#include "support.hpp"

#include <csignal>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace simtpu_test {
namespace {

std::vector<std::string>* the_log = nullptr;

void take_log(const accelloader_host_t*, int32_t, const char* message) {
  if (the_log) the_log->push_back(message);
}

}  // namespace

const accelloader_plugin_t* query(unsigned major) {
  static void* const library = dlopen(SIMTPU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::abort();
  }
  static const auto entry = reinterpret_cast<accelloader_plugin_query_fn>(dlsym(library, ACCELLOADER_PLUGIN_ENTRY));
  return entry(major, ACCELLOADER_PLUGIN_ABI_MINOR);
}

Answer activate(const std::vector<Option>& options, const std::string& backend) {
  std::vector<accelloader_option_t> given;
  for (const auto& option : options)
    given.push_back(
        {sizeof(accelloader_option_t), option.name.c_str(), option.type, 0, option.integer, 0, option.text.c_str()});
  std::vector<const accelloader_option_t*> pointers;
  for (const auto& option : given) pointers.push_back(&option);
  accelloader_host_t host{};
  host.struct_size = sizeof host;
  host.abi_major = ACCELLOADER_PLUGIN_ABI_MAJOR;
  host.abi_minor = ACCELLOADER_PLUGIN_ABI_MINOR;
  host.accelloader_version = "0.0.0";
  host.backend = backend.c_str();
  host.manifest_path = "/nowhere/simtpu.json";
  host.options = pointers.data();
  host.option_count = pointers.size();
  host.log = &take_log;
  accelloader_failure_t failure{};
  failure.struct_size = sizeof failure;
  Answer answer;
  the_log = &answer.log;
  answer.code = query()->activate(&host, &failure);
  the_log = nullptr;
  answer.message = failure.message;
  answer.help = failure.help;
  return answer;
}

void power_on() {
  static const bool once = [] {
    // 256 MiB of memory, so that the tests can fill it.
    const auto answer =
        activate({{"chips", ACCELLOADER_OPTION_INTEGER, 2, ""}, {"memory_mib", ACCELLOADER_OPTION_INTEGER, 256, ""}});
    if (answer.code != ACCELLOADER_OK) {
      std::fprintf(stderr, "activate: %s\n", answer.message.c_str());
      std::abort();
    }
    c10::register_privateuse1_backend("simtpu");
    return true;
  }();
  (void)once;
}

torch::Device chip(int index) {
  power_on();
  return torch::Device("simtpu:" + std::to_string(index));
}

torch::TensorOptions on_chip(int index) { return torch::TensorOptions().device(chip(index)); }

bool same(const torch::Tensor& actual, const torch::Tensor& expected) {
  return actual.dtype() == expected.dtype() && actual.sizes() == expected.sizes() &&
         (torch::equal(actual.cpu(), expected.cpu()) ||
          torch::allclose(actual.cpu(), expected.cpu(), 0, 0, /*equal_nan=*/true));
}

bool near(const torch::Tensor& actual, const torch::Tensor& expected, double tolerance) {
  return actual.dtype() == expected.dtype() && actual.sizes() == expected.sizes() &&
         torch::allclose(actual.cpu(), expected.cpu(), tolerance, tolerance);
}

std::string thrown(const std::function<void()>& action) {
  try {
    action();
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

int child(const std::function<void()>& action) {
  const pid_t pid = fork();
  if (pid == 0) {
    close(2);
    for (int signal : {SIGSEGV, SIGABRT}) std::signal(signal, SIG_DFL);  // not Catch2's, which reports
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace simtpu_test
