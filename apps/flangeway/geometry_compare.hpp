// flangeway geometry --compare: lookup table against equivalent profiles.
#pragma once

#include "command.hpp"
#include "flangeway/vehicle_case/geometry.hpp"

namespace flangeway::app {

struct CompareOptions {
  std::vector<double> gauge_mm;
  double step_mm = 0.1;
  std::string plot;
};

/// `act` for each gauge variation in mm, with a bar that says how many are done.
void for_each_gauge(const Common& common, const std::vector<double>& gauge_mm,
                    const std::function<void(double)>& act);

/// Prints and draws height and roll by both contact methods over lateral displacement, and their largest
/// differences.
ExitCode compare_methods(const Common& common, const vehicle_case::CaseGeometry& loaded,
                         const CompareOptions& options);

}  // namespace flangeway::app
