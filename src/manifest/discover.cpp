#include "manifest/discover.hpp"

#include <cerrno>

#include "platform/file.hpp"

namespace accelloader::manifest {
namespace {

constexpr std::size_t most_manifests = 1000;  // of one folder

std::string state_of(int error) {
  switch (error) {
    case 0: return "a folder";
    case ENOTDIR: return "a file";
    case ENOENT: return "not there";
    default: return platform::error_text(error);
  }
}

class Discoverer {
 public:
  explicit Discoverer(const std::string& root) : root_(root) {}

  void look_at(const SearchEntry& entry, int rank) {
    const std::string real = platform::below_root(root_, entry.path);
    platform::FolderContent folder = platform::list_folder(real);
    found_.searched.push_back({entry.path, entry.reason, rank, state_of(folder.error), 0});
    if (folder.error == 0) return add_folder(entry, rank, folder.names);
    if (folder.error == ENOTDIR) return add({entry.path, entry.reason, rank}, real);
    if (folder.error == ENOENT) {
      if (entry.asked_for) missing(entry);
      return;
    }
    found_.findings.push_back(
        finding(Error(ErrorCode::search_path_unreadable,
                      "`" + entry.path + "` cannot be listed: " + platform::error_text(folder.error))
                    .note("searched as " + entry.reason)));
  }

  Discovery take() { return std::move(found_); }

 private:
  void missing(const SearchEntry& entry) {
    found_.findings.push_back(warning(Error(ErrorCode::search_path_entry_missing, "`" + entry.path + "` does not exist")
                                          .note("named by " + entry.reason)));
  }

  void add(ManifestSource source, std::string real) {
    ++found_.searched.back().manifests;
    found_.files.push_back({std::move(source), std::move(real)});
  }

  void add_folder(const SearchEntry& entry, int rank, const std::vector<std::string>& names) {
    std::size_t count = 0;
    for (const std::string& name : names) {
      if (!name.ends_with(".json") || name.ends_with(".schema.json") || name.starts_with(".")) continue;
      if (++count > most_manifests) return too_many(entry);
      const std::string path = entry.path + "/" + name;
      add({path, entry.reason, rank}, platform::below_root(root_, path));
    }
  }

  void too_many(const SearchEntry& entry) {
    found_.findings.push_back(finding(Error(
        ErrorCode::too_many_manifests, "`" + entry.path + "` has more than " + std::to_string(most_manifests) +
                                           " manifests: the first " + std::to_string(most_manifests) + " are read")));
  }

  const std::string& root_;
  Discovery found_;
};

}  // namespace

Discovery discover(const SearchPath& path, const std::string& root) {
  Discoverer discoverer(root);
  int rank = 0;
  for (const SearchEntry& entry : path.entries) discoverer.look_at(entry, ++rank);
  return discoverer.take();
}

}  // namespace accelloader::manifest
