// Where a missing library could come from, by what the package tools of the machine know.
#pragma once

#include <string>
#include <vector>

namespace accelloader::binary {

struct PackageAdvice {
  std::vector<std::string> notes;  ///< "the package `ocl-icd-libopencl1` has `libOpenCL.so.1`, and is not installed"
  std::string help;                ///< empty where nothing is known
};

/// About `names`, libraries that were not found below `root`. Of this machine also by packages that are not
/// installed, which takes seconds; of an image by those that are, which takes some ten milliseconds.
PackageAdvice advise_on_packages(const std::vector<std::string>& names, const std::string& root);

}  // namespace accelloader::binary
