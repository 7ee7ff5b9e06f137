#include "flangeway/codegen/fmu.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "flangeway/codegen/runtime_files.hpp"
#include "flangeway/core/sha256.hpp"

namespace flangeway::codegen {

namespace {

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<' || c == '&' || c == '"') {
      result += fmt::format("&#{};", static_cast<int>(c));
    } else {
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return result;
}

struct KnownUnit {
  const char *name, *base;  ///< attributes of BaseUnit: exponents of SI base units
};

constexpr KnownUnit known_units[] = {{"1", ""},
                                     {"s", R"( s="1")"},
                                     {"m", R"( m="1")"},
                                     {"m/s", R"( m="1" s="-1")"},
                                     {"m/s2", R"( m="1" s="-2")"},
                                     {"1/m", R"( m="-1")"},
                                     {"rad", R"( rad="1")"},
                                     {"rad/s", R"( rad="1" s="-1")"},
                                     {"rad/s2", R"( rad="1" s="-2")"},
                                     {"N", R"( kg="1" m="1" s="-2")"},
                                     {"N.m", R"( kg="1" m="2" s="-2")"},
                                     {"m3/s", R"( m="3" s="-1")"},
                                     {"N/m", R"( kg="1" s="-2")"},
                                     {"N s/m", R"( kg="1" s="-1")"},
                                     {"N m/rad", R"( kg="1" m="2" s="-2" rad="-1")"},
                                     {"N m s/rad", R"( kg="1" m="2" s="-1" rad="-1")"},
                                     {"N m", R"( kg="1" m="2" s="-2")"},
                                     {"kg", R"( kg="1")"},
                                     {"kg m2", R"( kg="1" m="2")"}};

bool is_known(const std::string& unit) {
  return std::any_of(std::begin(known_units), std::end(known_units),
                     [&](const KnownUnit& known) { return unit == known.name; });
}

constexpr std::size_t common_variables = 2;  // time and step, before the variables of the description

// Attributes of a variable that both FMI versions share.
std::string attributes_of(const FmuVariable& variable, std::size_t reference) {
  std::string text = fmt::format("name=\"{}\" valueReference=\"{}\" causality=\"{}\" variability=\"{}\"",
                                 xml_text(variable.name), reference, variable.causality,
                                 variable.causality == "parameter" ? "fixed" : "continuous");
  if (variable.causality == "output" || variable.causality == "local") text += " initial=\"calculated\"";
  if (!variable.description.empty())
    text += fmt::format(" description=\"{}\"", xml_text(variable.description));
  return text;
}

// Attributes of its number. `first`: reference of the first variable, by which a derivative names its state.
std::string number_of(const FmuVariable& variable, std::size_t first) {
  std::string text;
  if (is_known(variable.unit)) text += fmt::format(" unit=\"{}\"", variable.unit);
  if (variable.minimum) text += fmt::format(" min=\"{:.17g}\"", *variable.minimum);
  if (variable.causality == "parameter" || variable.causality == "input")
    text += fmt::format(" start=\"{:.17g}\"", variable.start);
  if (variable.derivative_of)
    text += fmt::format(" derivative=\"{}\"", *variable.derivative_of + common_variables + first);
  // At an event wheels are put onto the rails again: coordinates and velocities jump, auxiliary states never
  // do.
  if (variable.is_state && variable.causality == "output") text += " reinit=\"true\"";
  return text;
}

// The first two are the same for all models; the others are in the order of their value references in fmu.h.
std::vector<FmuVariable> variables_of(const FmuDescription& fmu) {
  std::vector<FmuVariable> all{
      {"time", "independent", "s", "time", 0, {}, false, {}},
      {"step", "parameter", "s", "inner step of co-simulation", fmu.step, {}, false, {}}};
  all.insert(all.end(), fmu.variables.begin(), fmu.variables.end());
  return all;
}

std::string units_of(const FmuDescription& fmu) {
  std::string units;
  const std::vector<FmuVariable> variables = variables_of(fmu);
  for (const KnownUnit& unit : known_units) {
    if (std::any_of(variables.begin(), variables.end(), [&](const auto& v) { return v.unit == unit.name; }))
      units += fmt::format("    <Unit name=\"{}\"><BaseUnit{}/></Unit>\n", unit.name, unit.base);
  }
  return units;
}

std::string stop_of(const FmuDescription& fmu) {
  return fmu.stop > 0 ? fmt::format(" stopTime=\"{}\"", fmu.stop) : "";
}

// Lists of the model structure, one entry for each variable.
struct Structure {
  std::string outputs, derivatives, unknowns, indicators;
};

Structure structure_of(const FmuDescription& fmu, const auto& entry) {
  const std::vector<FmuVariable> variables = variables_of(fmu);
  const std::size_t first_indicator = variables.size() - fmu.event_indicators.value_or(0);
  Structure structure;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const FmuVariable& variable = variables[i];
    const bool is_output = variable.causality == "output";
    if (is_output) structure.outputs += entry("Output", i);
    if (variable.derivative_of) structure.derivatives += entry("ContinuousStateDerivative", i);
    if (is_output || variable.is_state || variable.derivative_of)
      structure.unknowns += entry("InitialUnknown", i);
    if (i >= first_indicator) structure.indicators += entry("EventIndicator", i);
  }
  return structure;
}

std::string write_fmi2(const FmuDescription& fmu) {
  const std::vector<FmuVariable> variables = variables_of(fmu);
  std::string list;
  for (std::size_t i = 0; i < variables.size(); ++i)
    list += fmt::format("    <ScalarVariable {}><Real{}/></ScalarVariable>\n", attributes_of(variables[i], i),
                        number_of(variables[i], 1));  // FMI 2 counts variables from 1
  const Structure structure = structure_of(fmu, [](const char*, std::size_t variable) {
    return fmt::format("<Unknown index=\"{}\"/>", variable + 1);
  });
  const char* exchange =
      R"(  <ModelExchange modelIdentifier="model" canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"/>
)";
  return fmt::format(
      R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="{}" guid="{}" generationTool="Flangeway" variableNamingConvention="flat" numberOfEventIndicators="{}">
{}  <CoSimulation modelIdentifier="model" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true" canSerializeFMUstate="true"/>
  <UnitDefinitions>
{}  </UnitDefinitions>
  <DefaultExperiment startTime="0"{} stepSize="{}"/>
  <ModelVariables>
{}  </ModelVariables>
  <ModelStructure>
    <Outputs>{}</Outputs>
{}    <InitialUnknowns>{}</InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)",
      xml_text(fmu.name), fmu.token, fmu.event_indicators.value_or(0), fmu.event_indicators ? exchange : "",
      units_of(fmu), stop_of(fmu), fmu.step, list, structure.outputs,
      fmu.event_indicators ? fmt::format("    <Derivatives>{}</Derivatives>\n", structure.derivatives) : "",
      structure.unknowns);
}

std::string write_fmi3(const FmuDescription& fmu) {
  const std::vector<FmuVariable> variables = variables_of(fmu);
  std::string list;
  for (std::size_t i = 0; i < variables.size(); ++i)
    list += fmt::format("    <Float64 {}{}/>\n", attributes_of(variables[i], i), number_of(variables[i], 0));
  const Structure structure = structure_of(fmu, [](const char* element, std::size_t reference) {
    return fmt::format("    <{} valueReference=\"{}\"/>\n", element, reference);
  });
  const char* exchange =
      R"(  <ModelExchange modelIdentifier="model" canGetAndSetFMUState="true" canSerializeFMUState="true" providesDirectionalDerivatives="true" needsCompletedIntegratorStep="true"/>
)";
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="{}" instantiationToken="{}" generationTool="Flangeway">
{}  <CoSimulation modelIdentifier="model" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true" canSerializeFMUState="true"/>
  <UnitDefinitions>
{}  </UnitDefinitions>
  <DefaultExperiment startTime="0"{} stepSize="{}"/>
  <ModelVariables>
{}  </ModelVariables>
  <ModelStructure>
{}{}{}{}  </ModelStructure>
</fmiModelDescription>
)",
                     xml_text(fmu.name), fmu.token, fmu.event_indicators ? exchange : "", units_of(fmu),
                     stop_of(fmu), fmu.step, list, structure.outputs, structure.derivatives,
                     structure.unknowns, structure.indicators);
}

std::string fmu_cmake() {
  return R"(
# FMUs of this machine's kind: fmi2/model.fmu and fmi3/model.fmu in the build folder.
set_target_properties(model PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
  set(processor aarch64)
else()
  set(processor x86_64)
endif()
if(WIN32)
  set(platforms win64 ${processor}-windows)
elseif(APPLE)
  set(platforms darwin64 ${processor}-darwin)
else()
  set(platforms linux64 ${processor}-linux)
endif()
foreach(version 2 3)
  math(EXPR index "${version} - 2")
  list(GET platforms ${index} platform)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/fmi${version})
  add_library(fmi${version} MODULE fmi${version}.c fmu.c)
  target_link_libraries(fmi${version} PRIVATE model)
  set_target_properties(fmi${version} PROPERTIES PREFIX "" OUTPUT_NAME model C_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${folder}/binaries/${platform})
  add_custom_command(TARGET fmi${version} POST_BUILD
                     COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/modelDescription${version}.xml
                             ${folder}/modelDescription.xml
                     COMMAND ${CMAKE_COMMAND} -E tar cf model.fmu --format=zip modelDescription.xml binaries
                     WORKING_DIRECTORY ${folder} VERBATIM)
endforeach()
)";
}

}  // namespace

std::string fmu_token(const std::string& code) {
  const std::string hash = sha256(code);
  return fmt::format("{{{}-{}-{}-{}-{}}}", hash.substr(0, 8), hash.substr(8, 4), hash.substr(12, 4),
                     hash.substr(16, 4), hash.substr(20, 12));
}

void add_fmu(const FmuDescription& fmu, Project& project) {
  for (auto& [name, content] : project.files) {
    if (name == "CMakeLists.txt") content += fmu_cmake();
  }
  project.files.emplace_back("modelDescription2.xml", write_fmi2(fmu));
  project.files.emplace_back("modelDescription3.xml", write_fmi3(fmu));
  for (const auto& file : runtime_files()) {
    if (file.first[0] == 'f') project.files.push_back(file);
  }
}

}  // namespace flangeway::codegen
