#include "manifest/device_name.hpp"

#include <catch2/catch_test_macros.hpp>

using accelloader::manifest::name_fault;

TEST_CASE("a backend's name is lowercase letters and underscores") {
  for (const char* name : {"tpu", "my_npu", "n", "npu_", "xlarge", "hipster", "metal"}) CHECK(name_fault(name).empty());
  CHECK(name_fault(std::string(64, 'n')).empty());
}

TEST_CASE("a name that libtorch cannot parse, or never matches, is refused with the reason") {
  CHECK(name_fault("") == "`name` is empty");
  CHECK(name_fault("tpu2") ==
        "`tpu2` cannot be a backend's name: it holds a digit, which libtorch cannot parse in a device name");
  CHECK(name_fault("TPU") ==
        "`TPU` cannot be a backend's name: it holds an uppercase letter, which libtorch never matches");
  CHECK(name_fault("my-npu") ==
        "`my-npu` cannot be a backend's name: it holds a character that is neither a "
        "lowercase letter nor an underscore");
  CHECK(name_fault("tpu:0") ==
        "`tpu:0` cannot be a backend's name: it holds a character that is neither a "
        "lowercase letter nor an underscore");
  CHECK(name_fault("_npu") == "`_npu` cannot be a backend's name: it does not start with a letter");
}

TEST_CASE("a name that is far too long is refused") {
  const std::string name(65, 'n');
  CHECK(name_fault(name) == "`" + name + "` cannot be a backend's name: it is longer than 64 characters");
}

TEST_CASE("the devices of libtorch itself cannot be taken") {
  for (const char* name :
       {"cpu",  "cuda", "ipu", "xpu",  "mkldnn", "opengl", "opencl", "ideep", "hip",  "ve",
        "fpga", "maia", "xla", "lazy", "vulkan", "mps",    "meta",   "hpu",   "mtia", "privateuseone"})
    CHECK(name_fault(name) ==
          "`" + std::string(name) + "` cannot be a backend's name: it is a device of libtorch itself");
}

TEST_CASE("a name that libtorch takes for the CPU or CUDA by its start is refused") {
  CHECK(name_fault("cpu_like") ==
        "`cpu_like` cannot be a backend's name: it starts with `cpu`, which libtorch takes for that device");
  CHECK(name_fault("cudax") ==
        "`cudax` cannot be a backend's name: it starts with `cuda`, which libtorch takes for that device");
}
