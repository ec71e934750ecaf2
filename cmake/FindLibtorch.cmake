# Finds libtorch where people have it: CMAKE_PREFIX_PATH and the system, the virtual environment of this project, and
# the torch package that `python3` would import. Ends with the target `torch` and ACCELLOADER_TORCH ON, or with OFF.

# A CPU build of libtorch warns that static kineto is not there; nobody can do anything about it.
macro(accelloader_find_torch)
  set(accelloader_saved_log_level "${CMAKE_MESSAGE_LOG_LEVEL}")
  set(CMAKE_MESSAGE_LOG_LEVEL ERROR)
  find_package(Torch QUIET ${ARGN})
  set(CMAKE_MESSAGE_LOG_LEVEL "${accelloader_saved_log_level}")
endmacro()

accelloader_find_torch()
if(NOT Torch_FOUND)
  file(GLOB accelloader_venv_torch "${CMAKE_CURRENT_LIST_DIR}/../.venv/lib/python3*/site-packages/torch")
  if(accelloader_venv_torch)
    accelloader_find_torch(PATHS ${accelloader_venv_torch} NO_DEFAULT_PATH)
  endif()
endif()
if(NOT Torch_FOUND)
  execute_process(
    COMMAND python3 -c "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
    OUTPUT_VARIABLE accelloader_python_torch OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(accelloader_python_torch)
    accelloader_find_torch(PATHS ${accelloader_python_torch} NO_DEFAULT_PATH)
  endif()
endif()

if(Torch_FOUND)
  file(STRINGS "${TORCH_INSTALL_PREFIX}/include/torch/csrc/api/include/torch/version.h" accelloader_torch_version
       REGEX "define TORCH_VERSION_(MAJOR|MINOR)")
  if(NOT accelloader_torch_version)
    file(STRINGS "${TORCH_INSTALL_PREFIX}/include/torch/headeronly/version.h" accelloader_torch_version
         REGEX "define TORCH_VERSION_(MAJOR|MINOR)")
  endif()
  string(REGEX REPLACE "[^0-9;]" "" accelloader_torch_version "${accelloader_torch_version}")
  list(JOIN accelloader_torch_version "." ACCELLOADER_TORCH_VERSION)
  if(ACCELLOADER_TORCH_VERSION VERSION_LESS 2.6)
    message(WARNING "libtorch ${ACCELLOADER_TORCH_VERSION} at ${TORCH_INSTALL_PREFIX} is too old: 2.6 is needed")
    set(Torch_FOUND FALSE)
  endif()
endif()

if(Torch_FOUND)
  message(STATUS "libtorch ${ACCELLOADER_TORCH_VERSION}: ${TORCH_INSTALL_PREFIX}")
  set(ACCELLOADER_TORCH ON)
elseif(ACCELLOADER_TORCH STREQUAL "ON")
  message(FATAL_ERROR "no libtorch was found; name its folder in CMAKE_PREFIX_PATH, or configure with -DACCELLOADER_TORCH=OFF")
else()
  message(STATUS "libtorch: not found, accelloader::torch is not built")
  set(ACCELLOADER_TORCH OFF)
endif()
