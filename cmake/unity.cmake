# weir_unity(TARGET LIMIT FOLDER...): with WEIR_UNITY, compiles the sources of TARGET in batches of at most LIMIT, each
# as one file. The batches are such that no source has to know (unity_batches.awk). The FOLDERs are where the target finds
# the project's headers.
find_program(AWK awk)

function(weir_unity target limit)
  if(NOT WEIR_UNITY OR NOT AWK)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source ${sources})
    # CMake compiles a source with options of its own by itself.
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(options)
      list(REMOVE_ITEM sources ${source})
    endif()
  endforeach()
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/unity_batches.awk)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
  list(JOIN ARGN ":" folders)
  execute_process(COMMAND ${AWK} -v limit=${limit} -v "folders=${folders}" -f ${script} ${sources}
                  OUTPUT_VARIABLE batches COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" batches "${batches}")
  foreach(line ${batches})
    string(REGEX MATCH "^([0-9]+) (.*)" line "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # What is private to one file is neither shadowed by another nor part of a header.
  target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  # A new private name may ask for other batches.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${script})
endfunction()
