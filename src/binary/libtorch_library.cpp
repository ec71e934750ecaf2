#include "binary/libtorch_library.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "binary/symbol_table.hpp"
#include "platform/file.hpp"

namespace accelloader::binary {
namespace {

constexpr std::size_t most_bytes = 64UL * 1024;

/// What stands in quotes after `key`, on that line or the next: `__version__ = '2.13.0+cpu'`.
std::string quoted_after(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == std::string_view::npos) return {};
  const auto begin = text.find_first_of("'\"", at + key.size());
  if (begin == std::string_view::npos) return {};
  const auto end = text.find(text[begin], begin + 1);
  return end == std::string_view::npos ? std::string() : std::string(text.substr(begin + 1, end - begin - 1));
}

struct VersionFile {
  const char* path;  // from the folder of the library
  const char* key;
};

// The wheel: torch/lib beside torch/version.py; libtorch as a zip: lib beside include; Debian: below /usr. Newer
// ones have the macro in headeronly.
constexpr std::array<VersionFile, 5> version_files{
    {{"/../version.py", "\n__version__ = "},
     {"/../include/torch/headeronly/version.h", "#define TORCH_VERSION "},
     {"/../include/torch/csrc/api/include/torch/version.h", "#define TORCH_VERSION "},
     {"/../../include/torch/headeronly/version.h", "#define TORCH_VERSION "},
     {"/../../include/torch/csrc/api/include/torch/version.h", "#define TORCH_VERSION "}}};

}  // namespace

Version libtorch_version(const std::string& library) {
  const std::string real = platform::real_path(library);
  const std::string folder = real.substr(0, real.rfind('/'));
  for (const VersionFile& file : version_files) {
    const auto read = platform::read_file(folder + file.path, most_bytes);
    const auto* content = std::get_if<platform::FileContent>(&read);
    if (!content) continue;
    Version found = Version::parse(quoted_after("\n" + content->text, file.key));
    if (!found.parts.empty()) return found;
  }
  return {};
}

bool is_libtorch(std::string_view library) {
  constexpr std::array<std::string_view, 10> names = {
      "libtorch.so",        "libtorch_cpu.so",         "libtorch_cuda.so", "libtorch_hip.so", "libtorch_xpu.so",
      "libtorch_python.so", "libtorch_global_deps.so", "libc10.so",        "libc10_cuda.so",  "libshm.so"};
  return std::ranges::any_of(names, [&](std::string_view name) { return library.starts_with(name); });
}

std::string libtorch_sibling(const std::string& c10, const std::string& name) {
  const std::string suffix = file_name(c10).substr(std::string_view("libc10.so").size());  // ".2.6" in Debian
  return c10.substr(0, c10.rfind('/') + 1) + name + suffix;
}

bool LibtorchAtHand::has_new_string_abi() const {
  const auto names = SymbolTable(*library).defined();
  return std::ranges::any_of(names, [](const std::string& name) {
    return name.starts_with("_ZN3c10") && name.find("NSt7__cxx1112basic_string") != std::string::npos;
  });
}

std::optional<LibtorchAtHand> libtorch_of(const Closure& closure) {
  const auto c10 = std::ranges::find_if(
      closure.members, [](const ClosureMember& member) { return member.name.starts_with("libc10.so"); });
  if (c10 == closure.members.end()) return std::nullopt;
  return LibtorchAtHand{&c10->file, libtorch_version(c10->file.path)};
}

}  // namespace accelloader::binary
