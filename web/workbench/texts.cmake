# The page of `flangeway serve` as texts: workbench_html, workbench_style, workbench_script. Include after EmbedTexts.
set(web ${PROJECT_SOURCE_DIR}/web)
set(libraries ${web}/libraries)
if(FLANGEWAY_WEB_FROM_NPM)
  set(libraries ${PROJECT_BINARY_DIR}/src/flangeway/report/web/libraries)
endif()
# One behind the other, in this order, between begin.js and end.js; those of ../page are shared with the pages of results.
set(scripts begin ../page/format ../page/theme ../page/element ../page/save api project dialogs layout files tree toml_place editor form
  file_tab page_tab table_tab runs slices result_plot result_tab desk study main end)
list(TRANSFORM scripts PREPEND ${web}/workbench/ OUTPUT_VARIABLE script_files)
list(TRANSFORM script_files APPEND .js)
flangeway_read_texts(workbench_html ${web}/workbench/workbench.html)
flangeway_read_texts(workbench_style ${libraries}/libraries.css ${web}/page/palette.css ${web}/workbench/workbench.css)
flangeway_read_texts(workbench_script ${libraries}/workbench.js ${script_files})
