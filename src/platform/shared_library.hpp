// A shared object, opened through Boost.DLL. The only place of the project that opens one.
#pragma once

#include <string>
#include <variant>

namespace accelloader::platform {

/// How a library is opened; always RTLD_NOW, so that a missing symbol is an error now and not the end of the process
/// at the first call.
enum class Scope { local, global };

/// An open library. It is never closed: threads, registrations and thread-local objects of a plugin outlive any point
/// at which closing would be right.
class SharedLibrary {
 public:
  /// `path` with a '/' is that file, else the dynamic linker searches. The alternative is the linker's own text. An
  /// exception that a constructor of the library lets out ends the process, as dlopen does itself; a probe tells of it.
  static std::variant<SharedLibrary, std::string> open(const std::string& path, Scope scope);

  /// Null when the library, and all it needs, has no such symbol.
  void* symbol(const char* name) const noexcept;
  /// Whether `address` lies in this very file, not in one that it needs.
  bool owns(const void* address) const noexcept;
  /// The file that the dynamic linker mapped.
  std::string path() const;
  void* native_handle() const noexcept { return handle_; }

 private:
  explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}

  void* handle_;
};

/// Whether the program, or a library that is open for everybody, defines the symbol.
bool global_symbol(const char* name) noexcept;

}  // namespace accelloader::platform
