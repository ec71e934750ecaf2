// `accelloader explain [CODE...]`: what a code means, and what to do.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include <accelloader/error_code.hpp>

#include "cli/command.hpp"
#include "cli/error_pages.hpp"
#include "cli/output.hpp"

namespace accelloader::cli {

std::string_view ErrorPage::title() const {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.substr(line.find(": ") + 2);
}

namespace {

/// The number in "A0512", "a0512" or "512".
std::optional<int> number_of(std::string_view code) {
  if (!code.empty() && (code.front() == 'A' || code.front() == 'a')) code.remove_prefix(1);
  const auto is_digit = [](unsigned char byte) { return std::isdigit(byte) != 0; };
  if (code.empty() || code.size() > 4 || !std::ranges::all_of(code, is_digit)) return std::nullopt;
  return std::atoi(std::string(code).c_str());
}

int number_of(const ErrorPage& page) { return *number_of(page.code); }

const ErrorPage* find_page(std::string_view code) {
  const auto number = number_of(code);
  const auto pages = error_pages();
  const auto found = std::ranges::find_if(pages, [&](const ErrorPage& page) { return number_of(page) == number; });
  return found == pages.end() ? nullptr : &*found;
}

/// The nearest codes before and behind it.
std::string unknown_code(const std::string& code) {
  std::string text = "error: `" + code + "` is no code of accelloader\n";
  const auto number = number_of(code);
  if (!number) return text + "help: codes are written A0512; without one, all are listed\n";
  const auto pages = error_pages();
  const auto behind = std::ranges::find_if(pages, [&](const ErrorPage& page) { return number_of(page) > *number; });
  std::string near;
  if (behind != pages.begin()) near = (behind - 1)->code;
  if (behind != pages.end()) near += (near.empty() ? "" : " and ") + std::string(behind->code);
  return text + "help: the nearest ones are " + near + "\n";
}

std::string document(const ErrorPage& page) {
  const auto code = static_cast<ErrorCode>(number_of(page));
  return nlohmann::ordered_json(
             {{"code", page.code}, {"stage", to_string(stage_of(code))}, {"title", page.title()}, {"page", page.text}})
      .dump();
}

int explain(const std::vector<std::string>& codes, bool json) {
  std::vector<const ErrorPage*> pages;
  for (const std::string& code : codes) {
    pages.push_back(find_page(code));
    if (pages.back()) continue;
    std::fputs(unknown_code(code).c_str(), stderr);
    return wrong_usage;
  }
  if (codes.empty())
    for (const ErrorPage& page : error_pages()) pages.push_back(&page);
  std::vector<std::string> documents;
  for (const ErrorPage* page : pages) {
    if (json)
      documents.push_back(document(*page));
    else if (codes.empty())
      print(std::string(page->code) + "  " + std::string(page->title()) + "\n");
    else
      print((page == pages.front() ? "" : "\n") + std::string(page->text));
  }
  if (json) print(json_document({{"errors", documents}}));
  return as_asked;
}

}  // namespace

Run configure_explain(CLI::App& app, const GlobalOptions& options) {
  const auto codes = std::make_shared<std::vector<std::string>>();
  app.add_option("CODE", *codes, "such as A0512; all are listed, if none is given")->type_name("");
  return [&options, codes] { return explain(*codes, options.json); };
}

}  // namespace accelloader::cli
