// Model descriptions of the FMI standards 2.0 and 3.0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/codegen/generate.hpp"

namespace flangeway::codegen {

/// Also what an importer shows to prove that description and code belong together.
[[nodiscard]] std::string fmu_token(const std::string& code);

struct FmuVariable {
  std::string name, causality, unit, description;  ///< unit: one of fmu.cpp, or empty
  double start = 0;
  std::optional<double> minimum;
  bool is_state = false;                     ///< a continuous state of model exchange
  std::optional<std::size_t> derivative_of;  ///< the state, in FmuDescription::variables
};

struct FmuDescription {
  std::string name, token;
  double step = 1e-3;                  ///< s, inner step
  double stop = 0;                     ///< s, end of an experiment; 0: none could be derived
  std::vector<FmuVariable> variables;  ///< in the order of fmu.h, without time and step
  /// Model exchange: the last variables, which change their signs at events. Absent: co-simulation only.
  std::optional<std::size_t> event_indicators;
};

/// Adds the interfaces, both modelDescription.xml, and to CMakeLists.txt the lines that build and pack the
/// archives fmi2/model.fmu and fmi3/model.fmu.
void add_fmu(const FmuDescription& fmu, Project& project);

}  // namespace flangeway::codegen
