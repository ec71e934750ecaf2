#include <algorithm>
#include <charconv>
#include <utility>

#include <accelloader/version.hpp>

namespace accelloader {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// As in 2.14.0a0+cpu. Anything else, such as a second condition without a comma, must not pass for a part of it.
bool in_version(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || digit(c) || std::string_view(".+-_").find(c) != std::string_view::npos;
}

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

Error no_condition(std::string message) {
  return Error(ErrorCode::manifest_bad_value, std::move(message)).help("write conditions as `>=2.6,<2.15`");
}

}  // namespace

std::string_view version() noexcept { return ACCELLOADER_VERSION; }

Version Version::parse(std::string_view text) {
  Version version;
  for (text = trimmed(text); !text.empty() && digit(text.front());) {
    unsigned part = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    version.parts.push_back(error == std::errc() ? part : ~0U);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty() || text.front() != '.') break;
    text.remove_prefix(1);
  }
  return version;
}

std::string Version::text() const {
  std::string text;
  for (const unsigned part : parts) text.append(text.empty() ? "" : ".").append(std::to_string(part));
  return text;
}

std::strong_ordering Version::operator<=>(const Version& other) const noexcept {
  const auto part = [](const Version& version, std::size_t i) {
    return i < version.parts.size() ? version.parts[i] : 0;
  };
  for (std::size_t i = 0; i < std::max(parts.size(), other.parts.size()); ++i)
    if (const auto order = part(*this, i) <=> part(other, i); order != 0) return order;
  return std::strong_ordering::equal;
}

Result<VersionRange> VersionRange::parse(std::string_view text) {
  using enum Comparison;
  static constexpr std::pair<std::string_view, Comparison> operators[] = {
      {">=", at_least}, {"<=", at_most}, {"==", equal}, {"!=", other}, {">", above}, {"<", below}};
  VersionRange range;
  range.text_ = text;
  for (;;) {
    const auto end = text.find(',');
    const std::string_view condition = trimmed(text.substr(0, end));
    if (condition.empty()) return no_condition("a condition is empty");
    const auto* found =
        std::ranges::find_if(operators, [&](auto& known) { return condition.starts_with(known.first); });
    if (found == std::end(operators)) return no_condition(quoted(condition) + " is no version condition");
    const std::string_view text_of_version = trimmed(condition.substr(found->first.size()));
    if (!std::ranges::all_of(text_of_version, in_version))
      return no_condition(quoted(condition) + " is no version condition");
    Version version = Version::parse(text_of_version);
    if (version.parts.empty()) return no_condition(quoted(condition) + " names no version");
    range.conditions_.push_back({found->second, std::move(version)});
    if (end == std::string_view::npos) return range;
    text.remove_prefix(end + 1);
  }
}

bool VersionRange::holds(const Condition& condition, const Version& version) noexcept {
  const auto order = version <=> condition.version;
  switch (condition.comparison) {
    case Comparison::at_least: return order >= 0;
    case Comparison::above: return order > 0;
    case Comparison::at_most: return order <= 0;
    case Comparison::below: return order < 0;
    case Comparison::equal: return order == 0;
    case Comparison::other: break;
  }
  return order != 0;
}

bool VersionRange::contains(const Version& version) const noexcept {
  return std::ranges::all_of(conditions_, [&](const Condition& condition) { return holds(condition, version); });
}

}  // namespace accelloader
