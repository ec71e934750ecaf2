# What is built, and how. A project that adds this one as a subfolder gets the libraries alone.

option(BUILD_SHARED_LIBS "Build accelloader as shared libraries" ON)
option(ACCELLOADER_BUILD_CLI "Build the program accelloader" ${PROJECT_IS_TOP_LEVEL})
option(ACCELLOADER_BUILD_PLUGINS "Build the plugins that come with accelloader (simtpu)" ${PROJECT_IS_TOP_LEVEL})
option(ACCELLOADER_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(ACCELLOADER_BUILD_TESTS "Build the tests" OFF)
option(ACCELLOADER_BUILD_BENCH "Build the benchmarks" OFF)
option(ACCELLOADER_WERROR "Treat warnings as errors" OFF)
option(ACCELLOADER_FUZZ "Build the fuzz targets of the tests with libFuzzer (Clang)" OFF)
set(ACCELLOADER_TORCH "AUTO" CACHE STRING "Build accelloader::torch: ON, OFF, or AUTO (if a libtorch is found)")
set_property(CACHE ACCELLOADER_TORCH PROPERTY STRINGS AUTO ON OFF)
set(ACCELLOADER_SANITIZE "" CACHE STRING "Sanitizers to build everything with, e.g. address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
  set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
  find_program(ACCELLOADER_CCACHE ccache)
  if(ACCELLOADER_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${ACCELLOADER_CCACHE}")
  endif()
endif()

# The warnings of our own code; what others include is theirs. A designated initializer leaves members out on purpose.
add_library(accelloader_build_flags INTERFACE)
target_compile_options(accelloader_build_flags INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor
                       -Woverloaded-virtual -Wshadow -Wno-missing-field-initializers
                       $<$<BOOL:${ACCELLOADER_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on `"text" + std::string`: https://gcc.gnu.org/PR105329
  target_compile_options(accelloader_build_flags INTERFACE -Wno-restrict)
endif()
if(ACCELLOADER_SANITIZE)
  add_compile_options(-fsanitize=${ACCELLOADER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ACCELLOADER_SANITIZE})
endif()
