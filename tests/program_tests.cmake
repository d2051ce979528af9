# Tests of the finished program and package.

# Command-line tests: each is a script that gets the program and the source folder.
file(GLOB cli_scripts CONFIGURE_DEPENDS cli/*.sh)
foreach(script ${cli_scripts})
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME cli.${name} COMMAND bash ${script} $<TARGET_FILE:weir_cli> ${PROJECT_SOURCE_DIR})
  set_tests_properties(cli.${name} PROPERTIES LABELS unit TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()

# The VS Code extension: its grammars, and the whole of it in a real extension host.
foreach(part files host)
  add_test(NAME editor.vscode_${part} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/editor/vscode.sh $<TARGET_FILE:weir_cli> ${PROJECT_SOURCE_DIR}
                                              ${PROJECT_BINARY_DIR} test:${part})
  set_tests_properties(editor.vscode_${part} PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()
foreach(editor neovim emacs vim)
  add_test(NAME editor.${editor} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/editor/editor.sh $<TARGET_FILE:weir_cli> ${PROJECT_SOURCE_DIR} ${editor})
  set_tests_properties(editor.${editor} PROPERTIES LABELS slow TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()

add_test(NAME layers COMMAND python3 ${PROJECT_SOURCE_DIR}/tools/check_layers.py ${PROJECT_SOURCE_DIR})
set_tests_properties(layers PROPERTIES LABELS unit)

add_test(NAME format COMMAND ${PROJECT_SOURCE_DIR}/tools/check_format)
set_tests_properties(format PROPERTIES LABELS unit SKIP_RETURN_CODE 77)

# clang-tidy reads the whole tree in three minutes of one core: it starts first, beside tests that only wait.
add_test(NAME tidy COMMAND ${CMAKE_COMMAND} -E env WEIR_TIDY_BUILD=${PROJECT_BINARY_DIR}/tidy WEIR_TIDY_JOBS=1
                           ${PROJECT_SOURCE_DIR}/tools/check_tidy)
set_tests_properties(tidy PROPERTIES LABELS unit TIMEOUT 900 COST 1000 SKIP_RETURN_CODE 77)

# Sources whose private names clash can be compiled in batches.
add_test(NAME build.unity COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/build/unity.sh ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER})
set_tests_properties(build.unity PROPERTIES LABELS unit TIMEOUT 120)

# What a shared library shows, of the same objects as everything else.
weir_library(weir_shared SHARED)
set_target_properties(weir_shared PROPERTIES OUTPUT_NAME weir LIBRARY_OUTPUT_DIRECTORY shared)
if(NOT WEIR_SANITIZE)
  add_test(NAME build.shared_library COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/build/shared_library.sh $<TARGET_FILE:weir_shared>
                                             ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER})
  set_tests_properties(build.shared_library PROPERTIES LABELS slow TIMEOUT 120)
endif()

# The installed package, moved to another place, serves a program through CMake and through pkg-config.
add_test(NAME install COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/install.sh ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}
                              ${CMAKE_CXX_COMPILER} "${WEIR_SANITIZE}")
set_tests_properties(install PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)

add_test(NAME package COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/package.sh ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
set_tests_properties(package PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)

# weir serve: its interface, and malformed requests.
foreach(name server malformed)
  add_test(NAME serve.${name} COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/serve/${name}_test.py $<TARGET_FILE:weir_cli> ${PROJECT_SOURCE_DIR})
  set_tests_properties(serve.${name} PROPERTIES LABELS unit TIMEOUT 600)
endforeach()

# The pages in a real browser, with Debian's Selenium. Screenshots and the accessibility audit are in browser/.
find_program(DEBIAN_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
file(GLOB browser_tests CONFIGURE_DEPENDS browser/*_test.py)
foreach(script ${browser_tests})
  get_filename_component(name ${script} NAME_WE)
  string(REPLACE "_test" "" name ${name})
  add_test(NAME browser.${name} COMMAND ${DEBIAN_PYTHON} ${script} $<TARGET_FILE:weir_cli> ${PROJECT_SOURCE_DIR}
                                        ${PROJECT_BINARY_DIR}/browser)
  set_tests_properties(browser.${name} PROPERTIES LABELS slow TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
