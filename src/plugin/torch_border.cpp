#include "plugin/torch_border.hpp"

#include <atomic>

namespace accelloader::plugin {
namespace {

std::atomic<TorchBorder*> the_border = nullptr;

}  // namespace

TorchBorder::Claim::~Claim() = default;
TorchBorder::~TorchBorder() = default;
TorchBorder* torch_border() noexcept { return the_border.load(std::memory_order_acquire); }
void set_torch_border(TorchBorder* border) noexcept { the_border.store(border, std::memory_order_release); }

}  // namespace accelloader::plugin
