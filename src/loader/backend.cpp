#include <array>

#include <accelloader/backend.hpp>

#include "loader/backend_content.hpp"

namespace accelloader {

std::string_view to_string(Status status) noexcept {
  static constexpr std::array<std::string_view, 8> names = {"ready",  "loaded", "absent",   "blocked",
                                                            "broken", "failed", "shadowed", "disabled"};
  return names[static_cast<std::size_t>(status)];
}

std::string_view Backend::name() const noexcept { return content_->name; }
Status Backend::status() const noexcept { return content_->status; }
const Descriptor* Backend::descriptor() const noexcept { return content_->descriptor.get(); }
const ManifestSource& Backend::manifest() const noexcept { return content_->manifest; }
const std::optional<LibraryPlace>& Backend::library() const noexcept { return content_->library; }
int Backend::device_count() const noexcept { return content_->device_count; }
std::string_view Backend::hardware() const noexcept { return content_->hardware; }
std::span<const std::string> Backend::shadows() const noexcept { return content_->shadows; }
std::span<const Finding> Backend::findings() const noexcept { return content_->findings; }

const Error* Backend::reason() const noexcept {
  for (const Finding& found : content_->findings)
    if (found.severity == Severity::error) return &found.error;
  return nullptr;
}

}  // namespace accelloader
