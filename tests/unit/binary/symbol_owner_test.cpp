#include "binary/symbol_owner.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace accelloader::binary;

namespace {

std::string owner(const std::string& symbol) { return std::string(usual_owner(demangled(symbol))); }

}  // namespace

TEST_CASE("a symbol of C++ is known by its namespace, whatever stands before its name") {
  CHECK(owner("_ZNK3c1010TensorImpl20is_contiguous_customEi") == "libtorch");
  CHECK(owner("_ZN3c106detail19maybe_wrap_dim_slowIlEET_S2_S2_b") == "libtorch");  // long c10::detail::...<long>(...)
  CHECK(owner("_ZTVN3c105ErrorE") == "libtorch");                                  // vtable for c10::Error
  CHECK(owner("_ZN3c10lsERSoRKNS_6DeviceE") == "libtorch");                        // c10::operator<<
  CHECK(owner("_ZN5c10d_4openEv").empty());
  CHECK(owner("_ZN2my3c104openEv").empty());  // my::c10::open()
}

TEST_CASE("a symbol of C is known by a prefix that its header promises") {
  CHECK(owner("cudaMalloc") == "the CUDA runtime (libcudart.so)");
  CHECK(owner("cuda_helper").empty());
  CHECK(owner("PyList_New") == "Python (libpython3)");
  CHECK(owner("_Py_Dealloc") == "Python (libpython3)");
  CHECK(owner("clCreateContext") == "OpenCL (libOpenCL.so)");
  CHECK(owner("close").empty());
}

TEST_CASE("what is made from libtorch's types counts as its own where nobody can tell") {
  CHECK(mentions_libtorch("_ZNSt6vectorIN2at6TensorESaIS1_EED1Ev"));
  CHECK(mentions_libtorch("_ZNK3c104Type3strEv"));
  CHECK(mentions_libtorch("_ZNR5torch7Library9_fallbackEONS_11CppFunctionE"));  // torch::Library::_fallback(...) &
  CHECK_FALSE(mentions_libtorch("_ZN4vnpu4openEv"));
  CHECK_FALSE(mentions_libtorch("aclrtGetDevice"));
}
