# A relocatable install: bin/weir, the library with its headers, CMake package and pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS weir_cli RUNTIME)
install(TARGETS weir EXPORT weir FILE_SET HEADERS)
install(EXPORT weir NAMESPACE weir:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weir FILE weir-targets.cmake)
configure_package_config_file(cmake/weir-config.cmake.in weir-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weir)
write_basic_package_version_file(weir-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weir-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/weir-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weir)

# The pkg-config file derives the prefix from its own location, so the tree can be moved. A program that links the
# static library also links its dependencies.
file(RELATIVE_PATH weir_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
if(asmjit_FOUND)
  set(weir_native_library " -lasmjit")
endif()
if(CLP_LIBRARY AND COIN_UTILS_LIBRARY AND CLP_HEADERS)
  set(weir_linear_programs " -lClp -lCoinUtils")
endif()
if(NOT BUILD_SHARED_LIBS)
  set(weir_private_libraries "-lfmt -lpugixml -lsimdjson -lz${weir_native_library}${weir_linear_programs} -pthread")
endif()
configure_file(cmake/weir.pc.in weir.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weir.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The program writes the man page and the completions.
foreach(page "man:share/man/man1/weir.1" "bash:share/bash-completion/completions/weir" "zsh:share/zsh/site-functions/_weir"
             "fish:share/fish/vendor_completions.d/weir.fish")
  string(REPLACE ":" ";" page ${page})
  list(GET page 0 format)
  list(GET page 1 path)
  get_filename_component(folder ${path} DIRECTORY)
  install(CODE "
    file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}\")
    execute_process(COMMAND $<TARGET_FILE:weir_cli> reference ${format} COMMAND_ERROR_IS_FATAL ANY
                    OUTPUT_FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${path}\")")
endforeach()
