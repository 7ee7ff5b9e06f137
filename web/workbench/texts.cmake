# The page of `flangeway serve` as texts: workbench_html, workbench_style, workbench_script. Include after EmbedTexts.
set(web ${PROJECT_SOURCE_DIR}/web)
set(libraries ${web}/libraries)
if(FLANGEWAY_WEB_FROM_NPM)
  set(libraries ${PROJECT_BINARY_DIR}/src/flangeway/report/web/libraries)
endif()
# One behind the other, in this order, between begin.js and end.js; those in page/ are shared with the pages of results.
set(scripts workbench/begin page/format page/theme page/element page/save workbench/api workbench/project
  workbench/dialogs workbench/layout workbench/files workbench/tree workbench/toml_place workbench/editor
  workbench/form workbench/study_plots workbench/points workbench/track_desk workbench/file_tab workbench/page_tab workbench/table_tab workbench/runs workbench/slices
  workbench/result_plot workbench/channel_plot workbench/result_tab workbench/desk workbench/study workbench/main workbench/end)
list(TRANSFORM scripts PREPEND ${web}/ OUTPUT_VARIABLE script_files)
list(TRANSFORM script_files APPEND .js)
flangeway_read_texts(workbench_html ${web}/workbench/workbench.html)
flangeway_read_texts(workbench_style ${libraries}/libraries.css ${web}/page/palette.css ${web}/workbench/workbench.css)
flangeway_read_texts(workbench_script ${libraries}/workbench.js ${script_files})
