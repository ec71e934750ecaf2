#include "manifest/json_syntax.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "diagnostics/text.hpp"

namespace accelloader::manifest {
namespace {

constexpr auto npos = std::string_view::npos;

bool white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }  // a UTF-8 sequence

/// What people take for one word: a number of any notation, a name, a path.
bool in_word(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  return letter || digit(c) || std::string_view("_$+-./").find(c) != npos;
}

Span span_of(std::size_t first, std::size_t end) {
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::max(first + 1, end) - first)};
}

JsonFault not_json(std::string reason, Span span, std::string note = {}) {
  return {ErrorCode::manifest_not_json, "not JSON: " + std::move(reason), span, std::move(note)};
}

class SyntaxExplainer {
 public:
  explicit SyntaxExplainer(const SyntaxFault& fault)
      : fault_(fault), text_(fault.text), last_read_(fault.read > 0 ? fault.read - 1 : 0) {
    // "... syntax error while parsing value - unexpected '}'; expected ...", "... - invalid literal; last read: '...'"
    std::string_view words = fault.parser_text;
    if (const auto at = words.rfind("; expected "); at != npos) {
      expected_ = words.substr(at + 11);
      words = words.substr(0, at);
    }
    words = words.substr(0, words.find("; last read"));
    if (const auto at = words.find(" - "); at != npos) reason_ = words.substr(at + 3);
    in_key_ = words.find("while parsing object key") != npos;
    overflow_ = words.find("number overflow") != npos;

    first_ = fault.last_good;
    while (first_ < last_read_ && (white(text_[first_]) || text_[first_] == ',' || text_[first_] == ':')) ++first_;
    std::size_t before = first_;
    while (before > 0 && white(text_[before - 1])) --before;
    previous_ = before > 0 ? text_[before - 1] : '\0';
  }

  JsonFault explain() const {
    if (const auto bad = first_invalid_utf8(); bad <= last_read_)
      return not_json("text that is not UTF-8", span_of(bad, 0));
    if (reason_ == "unexpected end of input") return ends_early();
    constexpr std::string_view invalid_string = "invalid string: ";
    if (reason_.starts_with(invalid_string)) return bad_string(reason_.substr(invalid_string.size()));
    return bad_token();
  }

 private:
  std::size_t first_invalid_utf8() const {
    for (std::size_t at = first_; at < text_.size();) {
      const std::size_t length = diagnostics::utf8_length(text_.substr(at));
      if (length == 0) return at;
      at += length;
    }
    return npos;
  }

  /// "the `{` of line 1 is not closed".
  std::string open_note() const {
    if (!fault_.open) return {};
    const auto line = 1 + std::ranges::count(text_.substr(0, fault_.open->offset), '\n');
    return std::string("the `") + text_[fault_.open->offset] + "` of line " + std::to_string(line) + " is not closed";
  }

  JsonFault ends_early() const {
    if (first_ < text_.size() && text_[first_] == '\0') return not_json("a NUL character", span_of(first_, 0));
    std::size_t end = text_.size();
    while (end > 0 && white(text_[end - 1])) --end;
    return not_json("the file ends too early", span_of(end > 0 ? end - 1 : 0, end), open_note());
  }

  JsonFault bad_string(std::string_view reason) const {
    const auto says = [&](std::string_view words) { return reason.find(words) != npos; };
    const bool line_ends = text_[last_read_] == '\n' || text_[last_read_] == '\r';
    const bool file_ends = fault_.read == text_.size() && text_[last_read_] == '\\';
    if (says("closing quote") || line_ends || file_ends)
      return not_json("a string is not closed on its line",
                      span_of(first_, std::min(text_.find_first_of("\r\n", first_), text_.size())));
    if (says("4 hex digits"))
      return not_json("a `\\u` without four hexadecimal digits",
                      span_of(text_.rfind("\\u", last_read_ - 1), last_read_));
    if (says("surrogate")) return half_surrogate(says("must be followed"));
    if (says("backslash")) return unknown_escape();
    constexpr std::string_view advice = " must be escaped to ";
    const auto at = reason.find(advice);
    if (at == npos) return not_json(std::string(reason), span_of(last_read_, fault_.read));
    return not_json("the " + std::string(reason.substr(0, at)) + " in a string", span_of(last_read_, fault_.read),
                    "it is written " + std::string(reason.substr(at + advice.size())));
  }

  /// The parser has read on behind a high half, to where its low half should stand.
  JsonFault half_surrogate(bool high) const {
    const auto is_high = [&](std::size_t at) {
      return (text_[at + 2] == 'd' || text_[at + 2] == 'D') && std::string_view("89abAB").find(text_[at + 3]) != npos;
    };
    std::size_t at = text_.rfind("\\u", last_read_);
    while (high && !is_high(at)) at = text_.rfind("\\u", at - 1);
    return not_json("half of a surrogate pair", span_of(at, at + 6));
  }

  JsonFault unknown_escape() const {
    std::size_t end = fault_.read;
    while (end < text_.size() && continues(text_[end])) ++end;
    const std::string escape(text_.substr(last_read_ - 1, end - last_read_ + 1));
    return not_json("`" + escape + "` is no escape sequence", span_of(last_read_ - 1, end),
                    "a backslash itself is written `\\\\`");
  }

  Span word() const {
    std::size_t first = first_, end = first_ + 1;
    if (text_[first_] == '"') return span_of(first_, fault_.read);
    if (!in_word(text_[first_])) return span_of(first_, end);
    while (first > 0 && in_word(text_[first - 1])) --first;  // of `007` the parser takes the first digit for good
    while (end < text_.size() && in_word(text_[end])) ++end;
    return span_of(first, end);
  }

  JsonFault bad_token() const {
    const char found = text_[first_];
    if (found == '#' || text_.substr(first_).starts_with("//") || text_.substr(first_).starts_with("/*"))
      return not_json("a comment", span_of(first_, 0), "JSON has no comments");
    if (expected_ == "end of input") return not_json("text after the end of the manifest", word());
    if (found == '\'') return not_json("a single quote", span_of(first_, 0), "strings stand in double quotes");
    if (found == '}' || found == ']') return bad_bracket(found);
    if (found == ',' && previous_ != ':' && expected_ != "':'") return not_json("a comma too many", span_of(first_, 0));
    return bad_word(found);
  }

  JsonFault bad_bracket(char found) const {
    if (previous_ == ',')
      return not_json(std::string("a comma before `") + found + "`", span_of(text_.rfind(',', first_), 0));
    if (expected_ == "'}'" || expected_ == "']'")
      return not_json(std::string("a `") + found + "` in place of a `" + expected_[1] + "`", span_of(first_, 0),
                      open_note());
    return bad_word(found);
  }

  JsonFault bad_word(char found) const {
    const Span span = word();
    const std::string quoted = "`" + diagnostics::shortened(text_.substr(span.offset, span.length), 40) + "`";
    const char start = text_[span.offset];
    const bool split = span.offset < first_;  // the parser took its start for a value
    if (overflow_) return not_json(quoted + " is too large for a number", span);
    if (digit(start) || std::string_view("+-.").find(start) != npos)
      if (reason_.starts_with("invalid ") || split) return not_json(quoted + " is no number", span);
    const bool starts_value = found == '"' || found == '{' || found == '[' || found == '-' || digit(found);
    if (starts_value && (expected_ == "'}'" || expected_ == "']'"))
      return not_json("a comma is missing before this", span);
    if (expected_ == "':'") return not_json("a colon is missing before this", span);
    if (in_key_ && in_word(found)) return not_json("a key without quotes", span, "keys stand in double quotes");
    if (in_key_) return not_json("a key is missing before this", span);
    if (std::string_view(",:}]").find(found) != npos && expected_.starts_with("'['"))
      return not_json("a value is missing before this", span);
    if (in_word(found) && (split || (reason_ == "invalid literal" && expected_.empty())))
      return not_json(quoted + " is no value", span,
                      "strings stand in double quotes; the words of JSON are `true`, `false` and `null`");
    return not_json(quoted + " does not belong here", span);
  }

  const SyntaxFault& fault_;
  std::string_view text_, reason_, expected_;
  std::size_t last_read_, first_ = 0;  // the byte at which the parser gave up; where the token starts that it is in
  char previous_ = '\0';               // the last byte before that token that is not white
  bool in_key_ = false, overflow_ = false;
};

}  // namespace

JsonFault explain_syntax_fault(const SyntaxFault& fault) { return SyntaxExplainer(fault).explain(); }

}  // namespace accelloader::manifest
