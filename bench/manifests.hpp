// A folder of manifests of about 200 bytes, as the budgets count them.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <string>

namespace bench {

inline std::string letters(int number) {
  return {static_cast<char>('a' + number / 26 % 26), static_cast<char>('a' + number % 26)};
}

/// Removed when the program ends.
class ManifestFolder {
 public:
  explicit ManifestFolder(int count) {
    std::string name = (std::filesystem::temp_directory_path() / "accelloader-bench-XXXXXX").string();
    path_ = mkdtemp(name.data());
    for (int i = 0; i < count; ++i) {
      const std::string backend = "bench_" + letters(i);
      std::ofstream(path_ + "/" + backend + ".json")
          << "{\n  \"manifest_version\": 1,\n  \"name\": \"" << backend
          << "\",\n  \"description\": \"a backend to measure with\",\n  \"kind\": \"torch\",\n"
             "  \"library\": \"/opt/bench/lib/libbench.so\",\n  \"priority\": 100,\n  \"device_count\": 2\n}\n";
    }
  }
  ~ManifestFolder() { std::filesystem::remove_all(path_); }
  ManifestFolder(const ManifestFolder&) = delete;
  ManifestFolder& operator=(const ManifestFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace bench
