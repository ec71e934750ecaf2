// A plugin that is loaded into this process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <accelloader/export.hpp>

namespace accelloader {

/// A handle: cheap to copy, may be used from any thread, and never dangles, since a plugin is never closed.
class ACCELLOADER_EXPORT Plugin {
 public:
  struct Content;
  explicit Plugin(std::shared_ptr<const Content> content) noexcept : content_(std::move(content)) {}

  /// The backend's name.
  std::string_view name() const noexcept;
  /// The file that the dynamic linker mapped.
  std::string_view library() const noexcept;
  /// What a plugin of the contract says of itself; empty for others.
  std::string_view version() const noexcept;
  /// As dlopen gave it.
  void* native_handle() const noexcept;

  /// The address of an exported function or object of type T, or null if the plugin has none of that name. The type is
  /// not checked: it is the caller's knowledge.
  ///
  ///     auto* decode = plugin.symbol<int(const char*)>("decode");
  template <class T>
  T* symbol(const char* name) const noexcept {
    return reinterpret_cast<T*>(address_of(name));
  }

 private:
  void* address_of(const char* name) const noexcept;

  std::shared_ptr<const Content> content_;
};

}  // namespace accelloader
