// A folder of manifests, and a loader that sees it alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <accelloader/loader.hpp>

#include "support/environment.hpp"
#include "support/test_folder.hpp"

namespace test {

/// A manifest with the members that must be there, and `more`: "\"priority\": 5".
inline std::string manifest(std::string_view name, std::string_view kind, std::string_view library,
                            std::string_view more = {}) {
  std::string text = "{\n  \"manifest_version\": 1,\n  \"name\": \"" + std::string(name) + "\",\n  \"kind\": \"" +
                     std::string(kind) + "\",\n  \"library\": \"" + std::string(library) + "\"";
  if (!more.empty()) text.append(",\n  ").append(more);
  return text + "\n}\n";
}

struct PluginsFolder : TestFolder {
  /// x.json in the folder describes the backend x.
  void add(std::string_view name, std::string_view library, std::string_view more = {},
           std::string_view kind = "library") const {
    write(std::string(name) + ".json", manifest(name, kind, library, more));
  }

  /// A copy of a library, which the dynamic linker takes for another one: state of its own, not activated yet.
  std::string copy(std::string_view library) const {
    const std::string path = *this / library.substr(library.rfind('/') + 1);
    std::filesystem::copy_file(library, path);
    return path;
  }

  accelloader::LoaderOptions options(Variables more = {}) const {
    more.emplace("ACCELLOADER_PLUGIN_PATH", path());
    return {.root = "/", .environment = environment(std::move(more))};
  }

  accelloader::Loader loader(Variables more = {}) const {
    return accelloader::Loader::discover(options(std::move(more)));
  }
};

}  // namespace test
