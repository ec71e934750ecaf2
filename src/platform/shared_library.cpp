#include "platform/shared_library.hpp"

#include <dlfcn.h>
#include <exception>
#include <link.h>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>  // Boost 1.74's library_info.hpp forgets it

#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>

namespace accelloader::platform {
namespace {

// Boost puts words of its own around the text of the linker, and the linker's text is what people search for.
std::string linker_text(std::string what) {
  constexpr std::string_view before = "dlerror system message: ", after = "): ";
  if (const auto start = what.find(before); start != std::string::npos) what.erase(0, start + before.size());
  if (const auto end = what.rfind(after); end != std::string::npos) what.erase(end);
  return what;
}

// Boost's object closes the library when it dies, so it is kept for as long as the process lives.
void* kept_open(std::unique_ptr<boost::dll::shared_library> library) {
  static std::mutex mutex;
  static auto& all = *new std::vector<std::unique_ptr<boost::dll::shared_library>>;
  const std::lock_guard lock(mutex);
  all.push_back(std::move(library));
  return all.back()->native();
}

}  // namespace

std::variant<SharedLibrary, std::string> SharedLibrary::open(const std::string& path, Scope scope) {
  using namespace boost::dll;
  auto mode = load_mode::rtld_now | (scope == Scope::global ? load_mode::rtld_global : load_mode::rtld_local);
  if (path.find('/') == std::string::npos) mode |= load_mode::search_system_folders;
  try {
    return SharedLibrary(kept_open(std::make_unique<shared_library>(path, mode)));
  } catch (const fs::system_error& failure) {
    if (std::string_view(failure.what()).starts_with("boost::dll::")) return linker_text(failure.what());
    std::terminate();  // as below
  } catch (...) {
    // From a constructor of the library. It has left the dynamic linker locked (glibc 2.36): every other thread that
    // opens a library would wait for ever. So it ends as it does where a program calls dlopen itself.
    std::terminate();
  }
}

void* SharedLibrary::symbol(const char* name) const noexcept { return dlsym(handle_, name); }

bool SharedLibrary::owns(const void* address) const noexcept {
  link_map* map = nullptr;
  Dl_info info = {};
  void* extra = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) return false;
  return dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) != 0 && extra == map;
}

std::string SharedLibrary::path() const {
  link_map* map = nullptr;
  return dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 ? std::string(map->l_name) : std::string();
}

bool global_symbol(const char* name) noexcept { return dlsym(RTLD_DEFAULT, name) != nullptr; }

}  // namespace accelloader::platform
