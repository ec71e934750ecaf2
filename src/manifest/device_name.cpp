#include "manifest/device_name.hpp"

#include <algorithm>
#include <array>

namespace accelloader::manifest {
namespace {

constexpr std::size_t longest_name = 64;

constexpr std::array<std::string_view, 20> in_tree_names = {
    "cpu",  "cuda", "ipu", "xpu",  "mkldnn", "opengl", "opencl", "ideep", "hip",  "ve",
    "fpga", "maia", "xla", "lazy", "vulkan", "mps",    "meta",   "hpu",   "mtia", "privateuseone"};

bool lower(char c) { return c >= 'a' && c <= 'z'; }

std::string bad_character(std::string_view name) {
  for (const char c : name) {
    if (lower(c) || c == '_') continue;
    if (c >= '0' && c <= '9') return "holds a digit, which libtorch cannot parse in a device name";
    if (c >= 'A' && c <= 'Z') return "holds an uppercase letter, which libtorch never matches";
    return "holds a character that is neither a lowercase letter nor an underscore";
  }
  return lower(name.front()) ? "" : "does not start with a letter";
}

std::string fault_of(std::string_view name) {
  if (name.size() > longest_name) return "is longer than " + std::to_string(longest_name) + " characters";
  if (auto fault = bad_character(name); !fault.empty()) return fault;
  if (std::ranges::find(in_tree_names, name) != in_tree_names.end()) return "is a device of libtorch itself";
  for (const std::string_view prefix : {"cpu", "cuda"})
    if (name.starts_with(prefix))
      return "starts with `" + std::string(prefix) + "`, which libtorch takes for that device";
  return "";
}

}  // namespace

std::string name_fault(std::string_view name) {
  if (name.empty()) return "`name` is empty";
  const std::string fault = fault_of(name);
  return fault.empty() ? fault : "`" + std::string(name) + "` cannot be a backend's name: it " + fault;
}

}  // namespace accelloader::manifest
