# Generates report/assets.h from the files in src/report/assets, so that a report is one self-contained file.
set(asset_header ${CMAKE_BINARY_DIR}/generated/report/assets.h)
file(GLOB asset_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/report/assets/*)
add_custom_command(OUTPUT ${asset_header}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${asset_header} "-DFILES=${asset_files}" -P ${PROJECT_SOURCE_DIR}/cmake/write_assets.cmake
  DEPENDS ${asset_files} ${PROJECT_SOURCE_DIR}/cmake/write_assets.cmake VERBATIM)
target_sources(weir_objects PRIVATE ${asset_header})
target_include_directories(weir_objects PRIVATE ${CMAKE_BINARY_DIR}/generated)
