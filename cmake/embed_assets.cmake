# Generates report/assets.h from the files in src/report/assets, so that a report is one self-contained file. The script
# and the style of a page are concatenations: the components that pages share, in the order below, then the page's own.
set(assets ${PROJECT_SOURCE_DIR}/src/report/assets)
set(component_scripts dom.js run.js state_tree.js source_view.js run_list.js chart.js timeline.js automaton_layout.js
    automaton_view.js plots.js)
set(component_styles theme.css components.css)
set(report_scripts ${component_scripts} report.js)
set(report_styles ${component_styles} report.css)
set(explorer_scripts ${component_scripts} page_memory.js api.js run_link.js run_store.js job.js verdict.js monitor_track.js
    choices.js watches.js breakpoints.js formula_box.js property_list.js automaton_panel.js graph_layout.js
    graph_drawing.js graph_view.js compare.js tabs.js keys.js run_files.js model_watch.js explorer.js explorer_run.js explorer_draw.js
    explorer_model.js explorer_controls.js)
set(explorer_styles ${component_styles} explorer.css)

# Each asset is NAME=FILE:FILE:... and becomes the array weir::assets::k_NAME.
file(GLOB explorer_page RELATIVE ${assets} CONFIGURE_DEPENDS ${assets}/explorer.html)
set(asset_list report_html=report.html explorer_html=${explorer_page})
foreach(page report explorer)
  list(JOIN ${page}_scripts ":" scripts)
  list(JOIN ${page}_styles ":" styles)
  list(APPEND asset_list ${page}_js=${scripts} ${page}_css=${styles})
endforeach()

set(asset_header ${CMAKE_BINARY_DIR}/generated/report/assets.h)
file(GLOB asset_files CONFIGURE_DEPENDS ${assets}/*)
add_custom_command(OUTPUT ${asset_header}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${asset_header} -DFOLDER=${assets} "-DASSETS=${asset_list}"
          -P ${PROJECT_SOURCE_DIR}/cmake/write_assets.cmake
  DEPENDS ${asset_files} ${PROJECT_SOURCE_DIR}/cmake/write_assets.cmake VERBATIM)
target_sources(weir_objects PRIVATE ${asset_header})
target_include_directories(weir_objects PRIVATE ${CMAKE_BINARY_DIR}/generated)
