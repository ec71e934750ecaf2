#include "support/test_folder.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>

namespace test {

namespace fs = std::filesystem;

TestFolder::TestFolder() {
  std::string name = fs::canonical(fs::temp_directory_path()).string() + "/accelloader-test-XXXXXX";
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder can be made");
  path_ = name;
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TestFolder::write(std::string_view name, std::string_view text) const {
  const std::string path = *this / name;
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string TestFolder::make_folder(std::string_view name) const {
  fs::create_directories(*this / name);
  return *this / name;
}

std::string TestFolder::link(std::string_view name, std::string_view target) const {
  const std::string path = *this / name;
  fs::create_directories(fs::path(path).parent_path());
  fs::create_symlink(target, path);
  return path;
}

}  // namespace test
