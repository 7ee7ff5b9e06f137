// flangeway run --sensitivities: a run with the derivatives of its channels.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace flangeway::app {

struct SensitivityRun {
  std::vector<std::string> keys;  ///< KEY or KEY:STEP
  unsigned jobs = 0;              ///< runs at a time; 0: one for each hardware thread
};

ExitCode record_sensitivities(const Common& common, const SensitivityRun& options);

}  // namespace flangeway::app
