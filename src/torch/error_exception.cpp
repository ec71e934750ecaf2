#include <accelloader/render.hpp>
#include <accelloader/torch.hpp>

namespace accelloader::torch {

// No backtrace: where libtorch was when it met the name says nothing of why the device cannot be used.
ErrorException::ErrorException(accelloader::Error error)
    : c10::Error(summarize(error), {}, nullptr), error_(std::make_shared<const accelloader::Error>(std::move(error))) {}

}  // namespace accelloader::torch
