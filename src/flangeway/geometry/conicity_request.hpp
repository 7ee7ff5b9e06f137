// Request for a conicity analysis, with profiles by name and numbers as they are written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/geometry/conicity_analysis.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::geometry {

struct ConicityRequest {
  std::vector<std::string> wheels, rails;   ///< names or files, left and right; one stands for both
  std::optional<double> gauge;              ///< m
  double tape_circle = 1.5, radius = 0.46;  ///< m
  double smoothing = 0;                     ///< mm, shortest wavelength to keep of profiles from files
  profile::Origin origin = profile::Origin::house;  ///< of profiles from files
  std::string inclination;                          ///< "1:40" or "0.025"; empty: the usual one
  std::string amplitude = "1:0.2:8";                ///< mm, FIRST:STEP:LAST or one
  bool roll = false;
};

/// Reads the profiles and the numbers. Nothing, and findings that name the options of the command line.
[[nodiscard]] std::optional<ConicityInput> read_request(const ConicityRequest& request, Findings& findings);

}  // namespace flangeway::geometry
