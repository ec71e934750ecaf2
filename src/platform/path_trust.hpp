// Who besides root and this user could change what a path leads to.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace accelloader::platform {

/// Looks at the file and at every folder and link on the way to it, each once, however many paths lead through it.
/// This user is the one whose rights the process has (the effective one). Not synchronized.
class PathTrust {
 public:
  /// Folders above `root` are not judged. It must outlive the object.
  explicit PathTrust(const std::string& root) : root_(root) {}

  /// One line a place, for people: "`/opt/npu` can be changed by everybody (owner root, group root, mode 777)". Empty:
  /// nobody else, or there is no such file.
  std::vector<std::string> doubts(const std::string& path) { return step(path, 0).doubts; }

 private:
  struct Step {
    std::string real;  ///< without links; empty if it leads nowhere
    std::vector<std::string> doubts;
  };

  Step step(std::string_view path, int links);
  Step look(std::string_view parent, std::string_view name, int links);

  const std::string& root_;
  std::map<std::string, Step, std::less<>> seen_;
};

}  // namespace accelloader::platform
