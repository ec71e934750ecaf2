// Which Debian package a file is of, by what dpkg and apt-file know. Nothing is guessed: where neither has data,
// nothing is found.
#pragma once

#include <string>
#include <vector>

namespace accelloader::platform {

struct PackageFile {
  std::string package;
  std::string path;
};

/// The files called one of `names` of the packages that are installed below `root`, whether they are still there or
/// not: dpkg's lists, some 10 MB of text. dpkg(1), "/var/lib/dpkg/info/PACKAGE.list".
std::vector<PackageFile> files_of_installed_packages(const std::string& root, const std::vector<std::string>& names);

/// The files called one of `names` in a folder of libraries, of all packages of this machine's distribution: by the
/// program apt-file and its index, which takes seconds. Empty if it is not installed or has no index.
std::vector<PackageFile> files_of_available_packages(const std::vector<std::string>& names);

}  // namespace accelloader::platform
