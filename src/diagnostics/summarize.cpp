// The short form of an Error: what an exception says.
#include <algorithm>
#include <string>
#include <vector>

#include <accelloader/render.hpp>

#include "diagnostics/text.hpp"

namespace accelloader {
namespace {

constexpr std::size_t most_lines = 6;

// One line each: a text of several lines, as the dynamic linker or a plugin may give, must not push the rest out.
std::string one_line(std::string_view text) {
  std::string line = diagnostics::printable(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

void add_story(const Error& error, std::vector<std::string>& lines) {
  for (const Error& cause : error.causes()) {
    lines.push_back("  cause: " + one_line(cause.message()));
    add_story(cause, lines);
  }
  for (const std::string& text : error.notes()) lines.push_back("  note: " + one_line(text));
}

const Location* first_location(const Error& error) {
  if (error.location()) return &*error.location();
  for (const Error& cause : error.causes())
    if (const Location* where = first_location(cause)) return where;
  return nullptr;
}

std::string_view first_help(const Error& error) {
  if (!error.help().empty()) return error.help();
  for (const Error& cause : error.causes())
    if (const auto help = first_help(cause); !help.empty()) return help;
  return {};
}

}  // namespace

std::string summarize(const Error& error) {
  std::vector<std::string> end;
  if (const Location* where = first_location(error)) end.push_back("  manifest: " + one_line(to_string(*where)));
  if (const auto help = first_help(error); !help.empty()) end.push_back("  help: " + one_line(help));

  std::vector<std::string> story;
  add_story(error, story);
  const std::size_t room = most_lines - 1 - end.size();
  if (story.size() > room) {
    const std::size_t left_out = story.size() - (room - 1);
    story.resize(room - 1);
    story.push_back("  ... and " + diagnostics::counted(left_out, "more line"));
  }

  std::string text = one_line(error.message()) + " (" + to_string(error.code()) + ")";
  for (const auto* lines : {&story, &end})
    for (const std::string& line : *lines) text.append("\n").append(line);
  return text;
}

}  // namespace accelloader
