// Model descriptions of the FMI standards 2.0 and 3.0.
#pragma once

#include <string>
#include <vector>

#include "flangeway/codegen/generate.hpp"

namespace flangeway::codegen {

/// Also what an importer shows to prove that description and code belong together.
[[nodiscard]] std::string fmu_token(const std::string& code);

struct FmuVariable {
  std::string name, causality, description;
  double start = 0;
};

struct FmuDescription {
  std::string name, token;
  double step = 1e-3;                  ///< s, inner step
  double stop = 0;                     ///< s, end of an experiment; 0: none could be derived
  std::vector<FmuVariable> variables;  ///< in the order of fmu.h, without time and step
};

/// Adds the interfaces, both modelDescription.xml, and to CMakeLists.txt the lines that build and pack the
/// archives fmi2/model.fmu and fmi3/model.fmu.
void add_fmu(const FmuDescription& fmu, Project& project);

}  // namespace flangeway::codegen
