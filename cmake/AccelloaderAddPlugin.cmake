# accelloader_add_plugin(NAME SOURCES file... MANIFEST file.json.in [EXPORTS symbol...] [INSTALL])
#
# A plugin: the shared object lib<NAME>.so, which shows the entry symbol and those of EXPORTS, and its manifest, in which
# @PLUGIN_LIBRARY@ is replaced by the library's path from the manifest's folder. In a build tree the manifest lands in
# share/accelloader/plugins, where a loader of the same tree looks. INSTALL installs both under the same folders.
function(accelloader_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSTALL" "MANIFEST" "SOURCES;EXPORTS")
  if(NOT arg_SOURCES OR NOT arg_MANIFEST)
    message(FATAL_ERROR "accelloader_add_plugin(${name}) needs SOURCES and MANIFEST")
  endif()

  add_library(${name} MODULE ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE accelloader::plugin_abi)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
  set(version_script "${CMAKE_CURRENT_BINARY_DIR}/${name}.map")
  set(exports accelloader_plugin_query ${arg_EXPORTS})
  list(JOIN exports "; " exports)
  file(CONFIGURE OUTPUT "${version_script}" CONTENT "{ global: ${exports}; local: *; };\n")
  target_link_options(${name} PRIVATE "LINKER:--version-script=${version_script}" LINKER:-z,defs)

  get_filename_component(manifest_name "${arg_MANIFEST}" NAME)
  string(REGEX REPLACE "\\.in$" "" manifest_name "${manifest_name}")
  string(REGEX REPLACE "\\.json$" "" backend "${manifest_name}")
  set(PLUGIN_LIBRARY "../../../lib/lib${name}.so")
  configure_file("${arg_MANIFEST}" "${CMAKE_BINARY_DIR}/share/accelloader/plugins/${manifest_name}" @ONLY)
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

  if(arg_INSTALL)
    include(GNUInstallDirs)
    set(plugin_folder "${CMAKE_INSTALL_LIBDIR}/accelloader")
    file(RELATIVE_PATH PLUGIN_LIBRARY "/prefix/${CMAKE_INSTALL_DATADIR}/accelloader/plugins"
         "/prefix/${plugin_folder}/lib${name}.so")
    configure_file("${arg_MANIFEST}" "${CMAKE_CURRENT_BINARY_DIR}/installed/${manifest_name}" @ONLY)
    install(TARGETS ${name} LIBRARY DESTINATION "${plugin_folder}" COMPONENT plugins)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/installed/${manifest_name}"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/accelloader/plugins" COMPONENT plugins)
  endif()
endfunction()
