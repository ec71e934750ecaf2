// Text in columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <accelloader/render.hpp>

namespace accelloader::cli {

/// The last column takes what is left of the width, and is cut where that is not enough.
class Table {
 public:
  struct Cell {
    std::string text;
    std::string_view color = {};  // an escape sequence
  };

  explicit Table(std::vector<std::string> titles);
  void add(std::vector<Cell> row);
  std::string text(std::size_t width, Color color) const;

 private:
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace accelloader::cli
