// The long form of an Error, as a compiler would print it.
#include <algorithm>
#include <string>
#include <string_view>

#include <accelloader/render.hpp>

#include "diagnostics/text.hpp"

namespace accelloader {
namespace {

using diagnostics::display_width;
using diagnostics::printable;

constexpr std::string_view bold = "\x1b[1m", reset = "\x1b[0m", blue = "\x1b[1;34m", green = "\x1b[1;32m";

std::string_view color_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "\x1b[1;31m";
    case Severity::warning: return "\x1b[1;33m";
    case Severity::note: break;
  }
  return "\x1b[1;36m";
}

/// The part of a source line that is shown: minified JSON is one line of any length.
struct Excerpt {
  std::string text;
  std::size_t caret = 0;   // columns before the caret
  std::size_t length = 1;  // carets
};

Excerpt excerpt(const Location& location) {
  constexpr std::size_t before = 60, most = 110;
  const std::string_view line = location.source;
  const std::size_t start_of_span = std::min<std::size_t>(location.column - 1, line.size());
  std::size_t first = line.size() > most && start_of_span > before ? start_of_span - before : 0;
  while (first > 0 && (static_cast<unsigned char>(line[first]) & 0xC0) == 0x80) --first;
  std::size_t end = std::min(line.size(), first + most);
  while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) ++end;

  const std::string head = printable(line.substr(first, start_of_span - first));
  const std::size_t end_of_span = std::min<std::size_t>(start_of_span + location.length, end);
  const std::string span = printable(line.substr(start_of_span, end_of_span - start_of_span));
  Excerpt shown;
  shown.text = (first > 0 ? "..." : "") + head + span + printable(line.substr(end_of_span, end - end_of_span)) +
               (end < line.size() ? "..." : "");
  shown.caret = display_width(head) + (first > 0 ? 3 : 0);
  shown.length = std::max<std::size_t>(1, display_width(span));
  return shown;
}

class TextRenderer {
 public:
  explicit TextRenderer(Color color) : color_(color == Color::yes) {}

  std::string render(Severity severity, const Error& error) {
    headline(severity, error);
    if (error.location()) location(*error.location());
    details(error);
    helps(error);
    return std::move(text_);
  }

 private:
  void painted(std::string_view color, std::string_view text) {
    if (color_) text_ += color;
    text_ += text;
    if (color_) text_ += reset;
  }

  void headline(Severity severity, const Error& error) {
    painted(color_of(severity), std::string(to_string(severity)) + "[" + to_string(error.code()) + "]");
    painted(bold, ": " + printable(error.message(), 2));
    text_ += '\n';
  }

  void gutter(std::string_view content, std::string_view separator) {
    text_.append(margin_ - display_width(content), ' ');
    painted(blue, std::string(content) + std::string(separator));
  }

  void location(const Location& where) {
    const std::string line = std::to_string(where.line);
    margin_ = std::max<std::size_t>(line.size() + 1, 2);
    gutter("", "-->");
    text_ += " " + printable(to_string(where), margin_ + 4) + "\n";
    if (where.line == 0 || where.source.empty()) return;
    const Excerpt shown = excerpt(where);
    gutter("", " |"), text_ += '\n';
    gutter(line, " | "), text_ += shown.text + '\n';
    gutter("", " | "), text_.append(shown.caret, ' ');
    painted(green, std::string(shown.length, '^'));
    if (!where.label.empty()) text_ += " " + printable(where.label, margin_ + 3 + shown.caret + shown.length + 1);
    text_ += '\n';
  }

  void detail(std::string_view kind, std::string_view text) {
    gutter("", " = ");
    painted(bold, kind);
    text_.append(": ").append(printable(text, margin_ + 5 + kind.size())).append("\n");
  }

  void details(const Error& error) {
    for (const Error& cause : error.causes()) {
      std::string text(cause.message());
      if (cause.code() != error.code()) text += " (" + to_string(cause.code()) + ")";
      if (const auto& where = cause.location(); where && !error.location()) text += ", " + to_string(*where);
      detail("cause", text);
      details(cause);
    }
    for (const std::string& text : error.notes()) detail("note", text);
  }

  void helps(const Error& error) {
    if (!error.help().empty()) {
      painted(green, "help");
      text_.append(": ").append(printable(error.help(), 6)).append("\n");
    }
    for (const Error& cause : error.causes()) helps(cause);
  }

  bool color_;
  std::size_t margin_ = 2;
  std::string text_;
};

}  // namespace

std::string render(const Finding& finding, Color color) {
  return TextRenderer(color).render(finding.severity, finding.error);
}

std::string render(const Error& error, Color color) { return TextRenderer(color).render(Severity::error, error); }

}  // namespace accelloader
