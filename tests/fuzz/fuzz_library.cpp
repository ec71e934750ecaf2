// A library from anywhere: all that is read of it, and of it alone, before it is opened.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include <accelloader/render.hpp>

#include "binary/inspect.hpp"
#include "binary/static_tls.hpp"
#include "binary/symbol_table.hpp"
#include "manifest/validate.hpp"

using namespace accelloader;

namespace {

Descriptor plugin() {
  auto text = std::make_shared<const std::string>(
      R"({"manifest_version": 1, "name": "npu", "kind": "torch", "library": "/npu.so", "entry": "npu_entry"})");
  return *manifest::validate(std::move(text), "npu.json", "/plugins", [](std::string_view) {
            return std::optional<std::string>();
          }).descriptor;
}

void read_symbols(const binary::LibraryFile& library) {
  const binary::SymbolTable table(library);
  for (const binary::SymbolNeed& need : table.undefined()) static_cast<void>(table.defines(need));
  for (const std::string& name : table.defined()) static_cast<void>(table.defines({name, ""}));
  for (const std::uint64_t address : {std::uint64_t{0}, std::uint64_t{0x1000}, ~std::uint64_t{0}})
    static_cast<void>(table.function_at(address));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Descriptor npu = plugin();
  static const int file = memfd_create("library", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes, size, 0) != static_cast<ssize_t>(size)) std::abort();

  const auto opened = binary::open_library_file(path);
  if (const auto* library = std::get_if<binary::LibraryFile>(&opened)) read_symbols(*library);
  // Below a folder that is not there, so that nothing of this machine is looked at.
  const binary::ProcessView nowhere{.root = "/nowhere", .environment = nullptr, .preload = {}};
  for (const Finding& found : binary::inspect_library(npu, path, nowhere, binary::Depth::symbols))
    if (render(found).empty()) std::abort();
  return 0;
}
