// Request of a quasi-static test, from the command line or from Python.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/quasistatic/kinds.hpp"

namespace flangeway::quasistatic {

/// The tests by name: twist, sway, turning, curving, wind, envelope.
[[nodiscard]] const std::vector<std::string>& test_names();

struct Request {
  std::string test;
  std::string coefficients, contour;  ///< files: of wind and envelope
  std::string reference_contour;      ///< file of a gauge, for envelope; empty: none
  TwistSettings twist;
  TurningSettings turning;
  WindSettings wind;
  std::vector<double> radii, deficiencies;  ///< m; empty: those of the test
  double cant = 0.1;                        ///< m
  std::vector<double> stations{-12, 0, 12};
};

/// Data that a request reads from files.
struct Inputs {
  std::optional<Aerodynamics> air;
  std::optional<Contour> contour;
  std::optional<GaugeSpec> gauge;
};
/// Checks the request and reads its files. Findings name the options of the command line.
[[nodiscard]] Inputs read_inputs(const Request& request, Findings& findings);

/// After check() and read_inputs() without findings.
[[nodiscard]] Outcome run(const vehicle_case::CaseModel& model, const Request& request, const Inputs& inputs,
                          Findings& findings, const Progress& progress = {});

}  // namespace flangeway::quasistatic
