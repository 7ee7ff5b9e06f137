#include "flangeway/codegen/fmu.hpp"

#include <fmt/format.h>

#include "flangeway/core/sha256.hpp"

namespace flangeway::codegen {

using symbolic_model::Model;

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

struct Variable {
  std::string name, causality, description;
  double start = 0;
};

// In the order of their value references in fmu.h; the first one is time.
std::vector<Variable> variables_of(const Model& model, double friction) {
  std::vector<Variable> all{
      {"time", "independent", "time in s", 0},
      {"step", "parameter", "inner step in s", 1e-3},
      {"initial_velocity_factor", "parameter", "factor of all velocities at the start", 1},
      {"friction", "parameter", "coefficient of friction of wheels and rails", friction > 0 ? friction : 1}};
  for (const auto& symbol : model.parameters)
    all.push_back({"parameter." + symbol.name, "parameter", "", symbol.value});
  for (const auto& symbol : model.inputs) all.push_back({"input." + symbol.name, "input", "", symbol.value});
  for (const std::string& name : model.coordinate_names)
    all.push_back({"q." + name, "output", "coordinate", 0});
  for (const std::string& name : model.coordinate_names)
    all.push_back({"v." + name, "output", "its velocity", 0});
  for (const auto& wheel : model.wheels)
    all.push_back({"Q." + wheel.name, "output", "vertical force of the rail on the wheel in N, upwards", 0});
  for (const auto& wheel : model.wheels)
    all.push_back(
        {"Y." + wheel.name, "output", "lateral force of the rail on the wheel in N, to the left", 0});
  return all;
}

const char* variability_of(const Variable& variable) {
  return variable.causality == "parameter" ? "fixed" : "continuous";
}

}  // namespace

std::string fmu_token(const std::string& code) {
  const std::string hash = sha256(code);
  return fmt::format("{{{}-{}-{}-{}-{}}}", hash.substr(0, 8), hash.substr(8, 4), hash.substr(12, 4),
                     hash.substr(16, 4), hash.substr(20, 12));
}

std::string write_fmi2(const Model& model, const std::string& token, double friction) {
  const std::vector<Variable> variables = variables_of(model, friction);
  std::string list, outputs;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = variables[i];
    const bool is_output = variable.causality == "output",
               has_start = variable.causality == "parameter" || variable.causality == "input";
    list += fmt::format(
        "    <ScalarVariable name=\"{}\" valueReference=\"{}\" causality=\"{}\" "
        "variability=\"{}\"{}{}><Real{}/>"
        "</ScalarVariable>\n",
        xml_text(variable.name), i, variable.causality, variability_of(variable),
        is_output ? " initial=\"calculated\"" : "",
        variable.description.empty() ? "" : fmt::format(" description=\"{}\"", variable.description),
        has_start ? fmt::format(" start=\"{:.17g}\"", variable.start) : "");
    if (is_output) outputs += fmt::format("<Unknown index=\"{}\"/>", i + 1);
  }
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="{}" guid="{}" generationTool="Flangeway" variableNamingConvention="flat" numberOfEventIndicators="0">
  <CoSimulation modelIdentifier="model" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"/>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.001"/>
  <ModelVariables>
{}  </ModelVariables>
  <ModelStructure>
    <Outputs>{}</Outputs>
    <InitialUnknowns>{}</InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)",
                     xml_text(model.name), token, list, outputs, outputs);
}

std::string write_fmi3(const Model& model, const std::string& token, double friction) {
  const std::vector<Variable> variables = variables_of(model, friction);
  std::string list, outputs, unknowns;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = variables[i];
    const bool is_output = variable.causality == "output",
               has_start = variable.causality == "parameter" || variable.causality == "input";
    list += fmt::format(
        "    <Float64 name=\"{}\" valueReference=\"{}\" causality=\"{}\" variability=\"{}\"{}{}{}/>\n",
        xml_text(variable.name), i, variable.causality, variability_of(variable),
        is_output ? " initial=\"calculated\"" : "",
        variable.description.empty() ? "" : fmt::format(" description=\"{}\"", variable.description),
        has_start ? fmt::format(" start=\"{:.17g}\"", variable.start) : "");
    if (is_output) outputs += fmt::format("    <Output valueReference=\"{}\"/>\n", i);
    if (is_output) unknowns += fmt::format("    <InitialUnknown valueReference=\"{}\"/>\n", i);
  }
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="{}" instantiationToken="{}" generationTool="Flangeway">
  <CoSimulation modelIdentifier="model" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"/>
  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.001"/>
  <ModelVariables>
{}  </ModelVariables>
  <ModelStructure>
{}{}  </ModelStructure>
</fmiModelDescription>
)",
                     xml_text(model.name), token, list, outputs, unknowns);
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

}  // namespace flangeway::codegen
