# The files of the templates of `flangeway new` become texts of the room's library. Vehicles come from models/.
set(template_entries "")
set(vehicles ${PROJECT_SOURCE_DIR}/models/vehicles)
set(limits line_limits/tsi_inf_passenger.toml=${PROJECT_SOURCE_DIR}/models/line_limits/tsi_inf_passenger.toml)

# flangeway_template(NAME TITLE ABOUT SPEED_KMH FILE=SOURCE...): the first FILE is the case.
function(flangeway_template name title about speed_kmh)
  list(GET ARGN 0 first)
  string(REGEX REPLACE "=.*" "" case "${first}")
  set(files "")
  foreach(pair IN LISTS ARGN ITEMS README.md=README.md)
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${pair}")
    set(file ${CMAKE_MATCH_1})
    get_filename_component(source ${CMAKE_MATCH_2} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/templates)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    if(file MATCHES "^vehicles/(.*)[.]toml$")
      set(vehicle ${CMAKE_MATCH_1})
    endif()
    file(READ ${source} text)
    set(text_of_${file} "${text}")
    list(APPEND files ${file})
  endforeach()
  string(APPEND template_entries "{\"${name}\", \"${title}\", {\n")
  foreach(file IN LISTS files)
    string(CONFIGURE "${text_of_${file}}" text @ONLY)
    string(APPEND template_entries "{\"${file}\", R\"template_text(${text})template_text\"},\n")
  endforeach()
  string(APPEND template_entries "}},\n")
  set(template_entries "${template_entries}" PARENT_SCOPE)
endfunction()

flangeway_template(coach "Coach on air springs"
  "A metro or commuter coach of 44 t on two bogies with air springs runs through a curve of 500 m radius."
  80 cases/curve.toml=case.toml vehicles/coach.toml=${vehicles}/metro_coach.toml tracks/curve.toml=curve.toml
  ${limits})
flangeway_template(y25 "Y25 wagon"
  "An empty freight wagon on two Y25 bogies, which are damped by friction, runs through a curve of 500 m radius."
  60 cases/curve.toml=case.toml vehicles/y25_wagon.toml=${vehicles}/y25_wagon.toml tracks/curve.toml=curve.toml
  ${limits})
flangeway_template(tram "Low-floor tram"
  "A low-floor tram on independent wheels runs through a curve of 25 m radius; their motors guide the axles."
  10 cases/curve.toml=${CMAKE_CURRENT_SOURCE_DIR}/templates/case_tram.toml vehicles/tram.toml=${vehicles}/low_floor_tram.toml
  tracks/curve.toml=tram_curve.toml)
flangeway_template(locomotive "Locomotive"
  "An electric locomotive of 84 t on two bogies runs through a curve of 500 m radius."
  80 cases/curve.toml=case.toml vehicles/locomotive.toml=locomotive.toml tracks/curve.toml=curve.toml
  ${limits})
flangeway_template(empty "Empty project"
  "One wheelset with a load on straight track, which runs, to be replaced by your own vehicle and line."
  36 cases/first.toml=case_empty.toml vehicles/vehicle.toml=vehicle_empty.toml tracks/straight.toml=straight.toml)

file(CONFIGURE OUTPUT template_files.cpp @ONLY CONTENT
"#include \"flangeway/workbench/template.hpp\"
namespace flangeway::workbench {
const std::vector<Template>& templates() {
  static const std::vector<Template> all{
@template_entries@  };
  return all;
}
}  // namespace flangeway::workbench
")
