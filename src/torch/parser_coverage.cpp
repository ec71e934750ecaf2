#include "torch/parser_coverage.hpp"

#include <dlfcn.h>
#include <link.h>

#include "torch/device_name_hook.hpp"
#include "torch/interposed_parser.hpp"
#include "torch/loaded_image.hpp"

namespace accelloader::torch {
namespace {

constexpr const char* parser_names[] = {ACCELLOADER_DEVICE_PARSER("C1"), ACCELLOADER_DEVICE_PARSER("C2")};

struct Coverage {
  /// Whether a slot that is not bound yet will be bound to us: objects search the global scope first.
  bool ours_first = is_interposed_parser(dlsym(RTLD_DEFAULT, ACCELLOADER_DEVICE_PARSER("C1")));
  std::vector<ParserCaller> callers;

  ParserCaller::Way cover(const LoadedImage& image, void** slot) const {
    using enum ParserCaller::Way;
    void* const hook = reinterpret_cast<void*>(&parse_device);
    void* const bound = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (bound == hook) return patched;
    if (is_interposed_parser(bound) || (ours_first && image.contains(bound))) return interposed;
    return image.write(slot, hook) ? patched : not_covered;
  }
};

int cover_object(dl_phdr_info* object, std::size_t, void* result) {
  auto& coverage = *static_cast<Coverage*>(result);
  const LoadedImage image(*object);
  // Where the dynamic linker binds all of them to us, a look is enough; where it does not, each one is to be rewritten.
  const auto which = coverage.ours_first ? LoadedImage::Slots::sample : LoadedImage::Slots::all;
  const std::vector<void**> slots = image.slots_of(parser_names, which);
  if (slots.empty()) return 0;
  ParserCaller caller{.path = image.path(), .way = ParserCaller::Way::interposed};
  for (void** slot : slots) {
    const auto way = coverage.cover(image, slot);
    if (way > caller.way) caller.way = way;
  }
  coverage.callers.push_back(std::move(caller));
  return 0;
}

}  // namespace

std::vector<ParserCaller> cover_parser_callers() {
  Coverage coverage;
  dl_iterate_phdr(&cover_object, &coverage);
  return std::move(coverage.callers);
}

}  // namespace accelloader::torch
