// The object of the target accelloader::torch_auto: linked into a program, it makes the call that the program does not.
#include "torch/start_up.hpp"

namespace {

[[maybe_unused]] const bool installed = (accelloader::torch::install_at_start_up(), true);

}  // namespace
