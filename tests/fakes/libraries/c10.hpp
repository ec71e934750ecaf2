// A function of a libtorch that takes a text, and so has another name for each kind of std::string.
#pragma once

#include <string>

namespace c10 {
__attribute__((visibility("default"))) bool check(const std::string& text);
}  // namespace c10
