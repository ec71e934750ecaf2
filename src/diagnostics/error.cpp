#include <utility>
#include <vector>

#include <accelloader/error.hpp>

namespace accelloader {

std::string to_string(const Location& location) {
  std::string text = location.file;
  if (location.line > 0)
    text.append(":").append(std::to_string(location.line)).append(":").append(std::to_string(location.column));
  return text;
}

struct Error::Content {
  ErrorCode code;
  std::string message;
  std::optional<Location> location = std::nullopt;
  std::vector<std::string> notes = {};
  std::string help = {};
  std::vector<Error> causes = {};
};

Error::Error(ErrorCode code, std::string message)
    : content_(std::make_unique<Content>(Content{.code = code, .message = std::move(message)})) {}
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

Error& Error::at(Location where) & {
  content_->location = std::move(where);
  return *this;
}

Error& Error::note(std::string text) & {
  content_->notes.push_back(std::move(text));
  return *this;
}

Error& Error::help(std::string text) & {
  if (!text.empty()) content_->help = std::move(text);
  return *this;
}

Error& Error::caused_by(Error cause) & {
  content_->causes.push_back(std::move(cause));
  return *this;
}

ErrorCode Error::code() const noexcept { return content_->code; }
std::string_view Error::message() const noexcept { return content_->message; }
const std::optional<Location>& Error::location() const noexcept { return content_->location; }
std::span<const std::string> Error::notes() const noexcept { return content_->notes; }
std::string_view Error::help() const noexcept { return content_->help; }
std::span<const Error> Error::causes() const noexcept { return content_->causes; }

Error Error::clone() const {
  Error copy(content_->code, content_->message);
  copy.content_->location = content_->location;
  copy.content_->notes = content_->notes;
  copy.content_->help = content_->help;
  for (const Error& cause : content_->causes) copy.content_->causes.push_back(cause.clone());
  return copy;
}

}  // namespace accelloader
