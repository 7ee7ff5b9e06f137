#include "flangeway/codegen/fmu.hpp"

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

// Attributes of a variable that both FMI versions share.
std::string attributes_of(const FmuVariable& variable, std::size_t reference) {
  std::string text = fmt::format("name=\"{}\" valueReference=\"{}\" causality=\"{}\" variability=\"{}\"",
                                 xml_text(variable.name), reference, variable.causality,
                                 variable.causality == "parameter" ? "fixed" : "continuous");
  if (variable.causality == "output") text += " initial=\"calculated\"";
  if (!variable.description.empty())
    text += fmt::format(" description=\"{}\"", xml_text(variable.description));
  return text;
}

std::string start_of(const FmuVariable& variable) {
  const bool has_start = variable.causality == "parameter" || variable.causality == "input";
  return has_start ? fmt::format(" start=\"{:.17g}\"", variable.start) : "";
}

// The first two are the same for all models; the others are in the order of their value references in fmu.h.
std::vector<FmuVariable> variables_of(const FmuDescription& fmu) {
  std::vector<FmuVariable> all{{"time", "independent", "time in s", 0},
                               {"step", "parameter", "inner step in s", fmu.step}};
  all.insert(all.end(), fmu.variables.begin(), fmu.variables.end());
  return all;
}

std::string stop_of(const FmuDescription& fmu) {
  return fmu.stop > 0 ? fmt::format(" stopTime=\"{}\"", fmu.stop) : "";
}

std::string write_fmi2(const FmuDescription& fmu) {
  const std::vector<FmuVariable> variables = variables_of(fmu);
  std::string list, outputs;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const FmuVariable& variable = variables[i];
    list += fmt::format("    <ScalarVariable {}><Real{}/></ScalarVariable>\n", attributes_of(variable, i),
                        start_of(variable));
    if (variable.causality == "output") outputs += fmt::format("<Unknown index=\"{}\"/>", i + 1);
  }
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="{}" guid="{}" generationTool="Flangeway" variableNamingConvention="flat" numberOfEventIndicators="0">
  <CoSimulation modelIdentifier="model" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"/>
  <DefaultExperiment startTime="0"{} stepSize="{}"/>
  <ModelVariables>
{}  </ModelVariables>
  <ModelStructure>
    <Outputs>{}</Outputs>
    <InitialUnknowns>{}</InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
)",
                     xml_text(fmu.name), fmu.token, stop_of(fmu), fmu.step, list, outputs, outputs);
}

std::string write_fmi3(const FmuDescription& fmu) {
  const std::vector<FmuVariable> variables = variables_of(fmu);
  std::string list, outputs, unknowns;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    list += fmt::format("    <Float64 {}{}/>\n", attributes_of(variables[i], i), start_of(variables[i]));
    if (variables[i].causality != "output") continue;
    outputs += fmt::format("    <Output valueReference=\"{}\"/>\n", i);
    unknowns += fmt::format("    <InitialUnknown valueReference=\"{}\"/>\n", i);
  }
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="{}" instantiationToken="{}" generationTool="Flangeway">
  <CoSimulation modelIdentifier="model" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"/>
  <DefaultExperiment startTime="0"{} stepSize="{}"/>
  <ModelVariables>
{}  </ModelVariables>
  <ModelStructure>
{}{}  </ModelStructure>
</fmiModelDescription>
)",
                     xml_text(fmu.name), fmu.token, stop_of(fmu), fmu.step, list, outputs, unknowns);
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
