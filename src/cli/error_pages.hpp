// The pages of docs/errors, as they were when the program was built.
#pragma once

#include <span>
#include <string_view>

namespace accelloader::cli {

struct ErrorPage {
  std::string_view code;  ///< "A0512"
  std::string_view text;  ///< Markdown

  /// "a needed library is missing".
  std::string_view title() const;
};

/// Sorted by code.
std::span<const ErrorPage> error_pages();

}  // namespace accelloader::cli
