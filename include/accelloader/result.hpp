// A value, or the Error that says why there is none.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include <accelloader/error.hpp>

namespace accelloader {

/// Returned by everything that can fail for a reason outside the program. value() and error() may be asked only of the
/// side that is there; asserted in debug builds.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & { return assert(has_value()), *std::get_if<0>(&content_); }
  const T& value() const& { return assert(has_value()), *std::get_if<0>(&content_); }
  T&& value() && { return assert(has_value()), std::move(*std::get_if<0>(&content_)); }

  Error& error() & { return assert(!has_value()), *std::get_if<1>(&content_); }
  const Error& error() const& { return assert(!has_value()), *std::get_if<1>(&content_); }
  Error&& error() && { return assert(!has_value()), std::move(*std::get_if<1>(&content_)); }

 private:
  std::variant<T, Error> content_;
};

}  // namespace accelloader
