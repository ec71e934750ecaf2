// A folder of the test's own, with files in it, gone afterwards.
#pragma once

#include <string>
#include <string_view>

namespace test {

class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const noexcept { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

  /// Makes the folders above it too. Returns the whole path.
  std::string write(std::string_view name, std::string_view text) const;
  std::string make_folder(std::string_view name) const;
  /// A link called `name` to `target`, which need not exist.
  std::string link(std::string_view name, std::string_view target) const;

 private:
  std::string path_;
};

}  // namespace test
