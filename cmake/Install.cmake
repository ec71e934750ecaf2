# What users get: libraries, headers, the program, manifests, and a CMake package that works from wherever it is moved.
include(CMakePackageConfigHelpers)

set(accelloader_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/accelloader")

install(DIRECTORY include/accelloader DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "torch.hpp" EXCLUDE)
install(TARGETS accelloader accelloader_plugin_abi EXPORT accelloader
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
install(EXPORT accelloader NAMESPACE accelloader:: FILE accelloaderTargets.cmake
        DESTINATION "${accelloader_package_folder}" COMPONENT dev)
if(ACCELLOADER_TORCH)
  install(FILES include/accelloader/torch.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/accelloader" COMPONENT torch)
  install(TARGETS accelloader_torch accelloader_torch_auto EXPORT accelloader_torch
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT torch
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT torch
          OBJECTS DESTINATION "${CMAKE_INSTALL_LIBDIR}/accelloader" COMPONENT torch)
  install(EXPORT accelloader_torch NAMESPACE accelloader:: FILE accelloaderTorchTargets.cmake
          DESTINATION "${accelloader_package_folder}" COMPONENT torch)
endif()

install(TARGETS accelloader_probe RUNTIME DESTINATION libexec/accelloader COMPONENT runtime)
if(ACCELLOADER_BUILD_CLI)
  install(TARGETS accelloader_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
endif()

configure_package_config_file(cmake/accelloaderConfig.cmake.in accelloaderConfig.cmake
                              INSTALL_DESTINATION "${accelloader_package_folder}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(accelloaderConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/accelloaderConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/accelloaderConfigVersion.cmake" cmake/AccelloaderAddPlugin.cmake
        DESTINATION "${accelloader_package_folder}" COMPONENT dev)
