#include "cli/table.hpp"

#include <algorithm>

#include "diagnostics/text.hpp"

namespace accelloader::cli {
namespace {

using diagnostics::display_width;

constexpr std::size_t gap = 3, narrowest_last_column = 20;

}  // namespace

Table::Table(std::vector<std::string> titles) {
  std::vector<Cell> row;
  row.reserve(titles.size());
  for (std::string& title : titles) row.push_back({std::move(title), "\x1b[1m"});
  rows_.push_back(std::move(row));
}

void Table::add(std::vector<Cell> row) {
  for (Cell& cell : row) cell.text = diagnostics::printable(cell.text);
  rows_.push_back(std::move(row));
}

std::string Table::text(std::size_t width, Color color) const {
  const std::size_t last = rows_.front().size() - 1;
  std::vector<std::size_t> widths(last, 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < last; ++i) widths[i] = std::max(widths[i], display_width(row[i].text));
  std::size_t before_last = 0;
  for (const std::size_t column : widths) before_last += column + gap;
  const std::size_t room = std::max(narrowest_last_column, width > before_last ? width - before_last : 0);

  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i <= last; ++i) {
      const std::string shown = i == last ? diagnostics::shortened(row[i].text, room) : row[i].text;
      const bool painted = color == Color::yes && !row[i].color.empty() && !shown.empty();
      line += painted ? std::string(row[i].color) + shown + "\x1b[0m" : shown;
      if (i < last) line.append(widths[i] - display_width(shown) + gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace accelloader::cli
