#include "binary/symbol_owner.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace accelloader::binary {
namespace {

struct Owner {
  std::string_view prefix;
  std::string_view library;
};

// By the prefixes that their headers promise. The longer one of two comes first.
constexpr std::array<Owner, 35> owners{{{"c10::", "libtorch"},
                                        {"c10d::", "libtorch"},
                                        {"at::", "libtorch"},
                                        {"torch::", "libtorch"},
                                        {"caffe2::", "libtorch"},
                                        {"aoti_torch_", "libtorch"},
                                        {"THPVariable", "libtorch_python"},
                                        {"Py", "Python (libpython3)"},
                                        {"_Py", "Python (libpython3)"},
                                        {"cudnn", "cuDNN (libcudnn.so)"},
                                        {"cublas", "cuBLAS (libcublas.so)"},
                                        {"cufft", "cuFFT (libcufft.so)"},
                                        {"curand", "cuRAND (libcurand.so)"},
                                        {"cusparse", "cuSPARSE (libcusparse.so)"},
                                        {"cusolver", "cuSOLVER (libcusolver.so)"},
                                        {"cuda", "the CUDA runtime (libcudart.so)"},
                                        {"nvrtc", "NVRTC (libnvrtc.so)"},
                                        {"nvml", "NVML (libnvidia-ml.so)"},
                                        {"nccl", "NCCL (libnccl.so)"},
                                        {"hip", "HIP (libamdhip64.so)"},
                                        {"hsa_", "the ROCm runtime (libhsa-runtime64.so)"},
                                        {"rocblas_", "rocBLAS (librocblas.so)"},
                                        {"miopen", "MIOpen (libMIOpen.so)"},
                                        {"ze", "Level Zero (libze_loader.so)"},
                                        {"sycl::", "SYCL (libsycl.so)"},
                                        {"cl", "OpenCL (libOpenCL.so)"},
                                        {"vk", "Vulkan (libvulkan.so)"},
                                        {"acl", "CANN (libascendcl.so)"},
                                        {"Hccl", "CANN (libhccl.so)"},
                                        {"GOMP_", "OpenMP of GCC (libgomp.so)"},
                                        {"omp_", "OpenMP (libgomp.so or libomp.so)"},
                                        {"__kmpc_", "OpenMP of LLVM (libomp.so)"},
                                        {"dnnl_", "oneDNN (libdnnl.so)"},
                                        {"ibv_", "RDMA (libibverbs.so)"},
                                        {"MPI_", "MPI (libmpi.so)"}}};

/// `cudaMalloc` is CUDA's, `cuda_helper` need not be; prefixes of C that end in a letter are followed by a capital.
bool fits(std::string_view symbol, std::string_view prefix) {
  if (!symbol.starts_with(prefix)) return false;
  if (std::isalpha(static_cast<unsigned char>(prefix.back())) == 0) return true;
  if (symbol.size() == prefix.size()) return false;
  const char next = symbol[prefix.size()];
  return std::isupper(static_cast<unsigned char>(next)) != 0 || (prefix.ends_with("Py") && next == '_');
}

/// The qualified name: without "vtable for " and the like before it, or what a template's function returns.
std::string_view qualified_name(std::string_view symbol) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < symbol.size(); ++i) {
    if (symbol[i] == '<') ++depth;
    if (symbol[i] == '>') --depth;
    if (depth != 0) continue;
    if (symbol[i] == '(') break;
    if (symbol[i] == ' ') start = i + 1;
  }
  return symbol.substr(start);
}

}  // namespace

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                    &std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

std::string_view usual_owner(std::string_view demangled_symbol) {
  const std::string_view name = qualified_name(demangled_symbol);
  for (const Owner& owner : owners)
    if (fits(name, owner.prefix)) return owner.library;
  return {};
}

bool mentions_libtorch(const std::string& mangled) {
  if (usual_owner(mangled).starts_with("libtorch")) return true;
  // <nested-name> ::= N [<CV-qualifiers>] [<ref-qualifier>] <prefix>: the Itanium C++ ABI, 5.1.2
  static constexpr std::array<std::string_view, 5> namespaces = {"3c10", "2at", "5torch", "4c10d", "6caffe2"};
  for (auto at = mangled.find('N'); at != std::string::npos; at = mangled.find('N', at + 1)) {
    const auto name = std::min(mangled.find_first_not_of("rVKRO", at + 1), mangled.size());
    const std::string_view rest = std::string_view(mangled).substr(name);
    if (std::ranges::any_of(namespaces, [&](std::string_view one) { return rest.starts_with(one); })) return true;
  }
  return false;
}

}  // namespace accelloader::binary
