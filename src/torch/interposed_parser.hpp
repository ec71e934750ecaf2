// Tells whether a call was bound to the symbols that this library exports.
#pragma once

namespace accelloader::torch {

bool is_interposed_parser(const void* address) noexcept;

}  // namespace accelloader::torch
