#include "manifest/json_syntax.hpp"

#include <algorithm>
#include <string>

namespace accelloader::manifest {
namespace {

bool white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t end_of_text(std::string_view text) {
  while (!text.empty() && white(text.back())) text.remove_suffix(1);
  return text.size();
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n'));
}

// "... parse error at line 3, column 5: syntax error while parsing value - unexpected '}'; expected ..."
std::string_view reason_of(std::string_view parser_text) {
  for (const std::string_view mark : {std::string_view(" - "), std::string_view(": ")}) {
    const auto start = parser_text.find(mark);
    if (start != std::string_view::npos) {
      parser_text.remove_prefix(start + mark.size());
      break;
    }
  }
  return parser_text.substr(0, parser_text.find("; last read"));
}

Span span_at(std::size_t offset, std::size_t length) {
  return {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(std::max<std::size_t>(1, length))};
}

JsonFault not_json(std::string reason, Span span, std::string note = {}) {
  return {ErrorCode::manifest_not_json, "not JSON: " + std::move(reason), span, std::move(note)};
}

JsonFault ends_early(const SyntaxFault& fault) {
  const std::size_t end = end_of_text(fault.text);
  const Span span = span_at(end > 0 ? end - 1 : 0, 1);
  if (!fault.open) return not_json("the file ends too early", span);
  const char bracket = fault.text[fault.open->offset];
  return not_json("the file ends too early", span,
                  std::string("the `") + bracket + "` of line " +
                      std::to_string(line_of(fault.text, fault.open->offset)) + " is not closed");
}

/// The token that the parser did not want: the first one after the last good one that is no separator, or the separator
/// itself.
Span offending_token(const SyntaxFault& fault) {
  const std::size_t last = fault.read > 0 ? fault.read - 1 : 0;
  std::size_t first = fault.last_good;
  while (first < last && (white(fault.text[first]) || fault.text[first] == ',' || fault.text[first] == ':')) ++first;
  std::size_t end = fault.read;
  while (end > first + 1 && std::string_view(" \t\r\n,:]}").find(fault.text[end - 1]) != std::string_view::npos) --end;
  return span_at(first, end - first);
}

char before(std::string_view text, std::size_t offset) {
  while (offset > 0 && white(text[offset - 1])) --offset;
  return offset > 0 ? text[offset - 1] : '\0';
}

std::string string_fault(std::string_view reason) {
  if (reason.find("U+000A") != std::string_view::npos || reason.find("closing quote") != std::string_view::npos)
    return "a string is not closed on its line";
  return std::string(reason);
}

}  // namespace

JsonFault explain_syntax_fault(const SyntaxFault& fault) {
  const std::string_view reason = reason_of(fault.parser_text);
  const auto says = [&](std::string_view words) { return reason.find(words) != std::string_view::npos; };
  if (says("unexpected end of input")) return ends_early(fault);
  constexpr std::string_view invalid_string = "invalid string: ";
  if (const auto at = fault.parser_text.find(invalid_string); at != std::string_view::npos)
    return not_json(string_fault(reason_of(fault.parser_text.substr(at))),
                    span_at(fault.read > 0 ? fault.read - 1 : 0, 1));

  const Span token = offending_token(fault);
  const char found = fault.text[token.offset], previous = before(fault.text, token.offset);
  if ((found == '}' || found == ']') && previous == ',') {
    const auto comma = fault.text.rfind(',', token.offset);
    return not_json(std::string("a comma before `") + found + "`", span_at(comma, 1));
  }
  if (found == '/' || found == '#') return not_json("a comment", span_at(token.offset, 1), "JSON has no comments");
  if (found == '\'') return not_json("a single quote", span_at(token.offset, 1), "strings stand in double quotes");
  const bool starts_value =
      found == '"' || found == '{' || found == '[' || found == '-' || (found >= '0' && found <= '9');
  if (starts_value && (says("expected '}'") || says("expected ']'")))
    return not_json("a comma is missing before this", token);
  if (says("expected ':'")) return not_json("a colon is missing before this", token);
  return not_json(std::string(reason), token);
}

}  // namespace accelloader::manifest
