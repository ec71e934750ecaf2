// The libtorch border: the back ends of the manifests become device names that libtorch knows. The only public header
// that names libtorch.
//
//     #include <accelloader/torch.hpp>
//     accelloader::torch::install();                            // once, early: every backend's name is known from here
//     on auto x = torch::ones({2, 2}, torch::Device("simtpu:1"));  // loads here, or throws BackendUnavailable
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <c10/core/Device.h>
#include <c10/util/Exception.h>

#include <accelloader/error.hpp>
#include <accelloader/loader.hpp>

namespace torch::nn {
class Module;
template <typename Contained>
class ModuleHolder;
}  // namespace torch::nn

namespace accelloader::torch {

/// A c10::Error with the whole story: what() has it in at most six lines, error() in full.
class ACCELLOADER_EXPORT ErrorException : public c10::Error {
 public:
  explicit ErrorException(accelloader::Error error);
  const accelloader::Error& error() const noexcept { return *error_; }

 private:
  std::shared_ptr<const accelloader::Error> error_;  // an exception must be copyable
};

/// The device is known, and cannot be used: thrown at its first use and at every later one.
class ACCELLOADER_EXPORT BackendUnavailable final : public ErrorException {
 public:
  using ErrorException::ErrorException;
};

/// No call of libtorch's device name parser could be led to accelloader: backends would stay unknown.
class ACCELLOADER_EXPORT InstallFailed final : public ErrorException {
 public:
  using ErrorException::ErrorException;
};

/// How the calls of one loaded object reach accelloader.
enum class Coverage : std::uint8_t {
  interposed,  ///< the dynamic linker bound them so: accelloader stands before libc10 in the lookup scope
  patched,     ///< their slots in the object's global offset table were rewritten
};

struct CoveredObject {
  std::string path;  ///< empty for the program itself
  Coverage coverage = Coverage::interposed;
};

struct InstallReport {
  std::vector<CoveredObject> objects;  ///< all loaded objects that parse device names
  bool placeholders = false;           ///< the device guard and the operators for torch::kPrivateUse1 are in place
};

struct InstallOptions {
  /// Whose backends become known; a scan of this machine if there is none. Only the first install() looks at it.
  std::optional<Loader> loader = std::nullopt;
};

/// Makes the names of all backends known to libtorch. Opens no plugin, registers no device name, and changes nothing
/// for a program that uses none of them. Call it before the first use, from any thread, as often as you like: a
/// repeated call covers the objects that were loaded since. Throws InstallFailed.
ACCELLOADER_EXPORT InstallReport install(InstallOptions options = {});

/// The loader behind the devices: what it says and loads is what libtorch's side sees. install() must have returned.
ACCELLOADER_EXPORT Loader loader();

/// Moves the parameters, their gradients and the buffers of a module, as Module::to() does, which fails for out-of-tree
/// devices: TensorImpl refuses to change the backend of a tensor in place (pytorch#196975). The tensors stay the same
/// objects, so an optimizer that has them keeps them.
ACCELLOADER_EXPORT void to(::torch::nn::Module& module, c10::Device device);

template <class Contained>
void to(const ::torch::nn::ModuleHolder<Contained>& module, c10::Device device) {
  to(const_cast<Contained&>(*module), device);
}

}  // namespace accelloader::torch
