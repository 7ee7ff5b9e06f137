# The elements of suspensions, a row each, and the files that follow from the rows.
#
#   file of multibody/elements and of multibody/elements/laws | its kinds | header of vehicle | its structs of keys
#
# The order is that of elements in models and results, and of keys in docs/reference/vehicle.md. An element without kinds
# joins elements of other kinds; one without a file has no law.
set(elements
  "axial              | Axial                    | spring_elements             | SpringDamperSpec RodSpec"
  "maxwell_damper     | MaxwellDamper            | spring_elements             | MaxwellDamperSpec"
  "bushing            | Bushing                  | spring_elements             | BushingSpec"
  "torsion            | Torsion                  | spring_elements             | AntiRollBarSpec"
  "bump_stop          | BumpStop                 | spring_elements             | BumpStopSpec"
  "air_spring         | AirSpring                | air_spring_element          | AirSpringSpec"
  "differential_valve |                          | differential_valve_element  | DifferentialValveSpec"
  "leaf_spring        | LeafSpring               | leaf_spring_element         | LeafSpringSpec"
  "axis_damper        | AxisDamper               | axis_damper_element         | AxisDamperSpec"
  "matrix_bushing     | MatrixBushing            | matrix_bushing_element      | MatrixBushingSpec"
  "rubber_spring      | RubberSpring             | rubber_spring_element       | RubberSpringSpec"
  "centre_bowl        | CentreBowl               | freight_elements            | CentreBowlSpec"
  "friction_wedge     | FrictionWedge            | freight_elements            | FrictionWedgeSpec"
  "lenoir_link        | LenoirLink               | freight_elements            | LenoirLinkSpec"
  "motor              | Motor                    | motor_element               | MotorSpec"
  "pendulum_link      | PendulumLink             | pendulum_link_element       | PendulumLinkSpec"
  "draw_gear          | DrawGear Buffer          | draw_gear_elements          | CouplerSpec BufferSpec"
  "running_resistance | RunningResistance        | running_resistance_element  | RunningResistanceSpec"
  "library            | LibraryLine LibraryDirection | library_element        | LibraryLineSpec LibraryDirectionSpec"
  "friction           | Friction RotationFriction | friction_elements          | DryFrictionSpec RotationFrictionSpec SideBearerSpec"
  "actuator           | Actuator TorqueActuator  | actuator_elements           | ActuatorSpec TorqueActuatorSpec"
  "                   |                          | spring_elements             | AppliedForceSpec")

set(generated ${PROJECT_BINARY_DIR}/generated/flangeway)

# Writes a header that includes `headers`, with `text` in the namespace.
function(flangeway_write_element_list file purpose namespace headers text)
  list(REMOVE_DUPLICATES headers)
  list(TRANSFORM headers REPLACE "(.+)" "#include \"flangeway/\\1.hpp\"\n")
  list(JOIN headers "" includes)
  if(text)
    set(text "\nnamespace flangeway::${namespace} {\n\n${text}\n}  // namespace flangeway::${namespace}\n")
  endif()
  file(CONFIGURE OUTPUT ${generated}/${file} @ONLY
       CONTENT "// ${purpose} Written from cmake/Elements.cmake.\n#pragma once\n\n${includes}${text}")
endfunction()

# The forces of each kind, and its law over dual numbers, are compiled from a source of their own, so that a change of one
# law does not compile the others.
function(flangeway_write_forces file kinds)
  set(forces "")
  foreach(kind IN LISTS kinds)
    string(APPEND forces "
template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<${kind}>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}
template struct LawOf<${kind}>;
")
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/multibody/forces/${file}.cpp @ONLY CONTENT
       "// Forces and law of an element. Written from cmake/Elements.cmake.
#include \"flangeway/multibody/elements/laws/${file}.hpp\"

#include \"flangeway/multibody/element_forces.hpp\"

namespace flangeway::multibody {
${forces}
}  // namespace flangeway::multibody
")
endfunction()

set(flangeway_element_forces "")  # sources of multibody
set(element_headers "")
set(law_headers "")
set(spec_headers "")
set(all_kinds "")
set(spec_lists "")
foreach(row IN LISTS elements)
  string(REGEX REPLACE " *[|] *" "|" row "${row}")
  string(REGEX MATCH "^ *([a-z_]*)[|]([A-Za-z ]*)[|]([a-z_]+)[|](.+)$" is_row "${row}")
  if(NOT is_row)
    message(FATAL_ERROR "cmake/Elements.cmake: not a row of the table: ${row}")
  endif()
  set(file "${CMAKE_MATCH_1}")
  string(REPLACE " " ";" kinds "${CMAKE_MATCH_2}")
  list(APPEND spec_headers vehicle/${CMAKE_MATCH_3})
  string(REPLACE " " ";" specs "${CMAKE_MATCH_4}")
  if(file)
    list(APPEND element_headers multibody/elements/${file})
    list(APPEND law_headers multibody/elements/laws/${file})
  endif()
  if(kinds)
    flangeway_write_forces(${file} "${kinds}")
    list(APPEND flangeway_element_forces ${generated}/multibody/forces/${file}.cpp)
  endif()
  list(APPEND all_kinds ${kinds})
  foreach(spec IN LISTS specs)
    list(APPEND spec_lists "std::vector<${spec}>")
  endforeach()
endforeach()
list(JOIN all_kinds ", " all_kinds)
list(JOIN spec_lists ",\n    " spec_lists)
flangeway_write_element_list(multibody/elements/kinds.hpp "All kinds of elements, in one list." multibody
  "${element_headers};multibody/elements/kind_list" "using ElementKinds = KindList<${all_kinds}>;\n")
flangeway_write_element_list(multibody/elements/laws/list.hpp
  "The laws of all kinds, for code that evaluates them over a scalar of its own." "" "${law_headers}" "")
flangeway_write_element_list(vehicle/suspension_lists.hpp "Elements of a vehicle file." vehicle "${spec_headers}"
  "using SuspensionLists = std::tuple<\n    ${spec_lists}>;\n")
