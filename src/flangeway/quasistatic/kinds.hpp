// Static and quasi-static tests of a vehicle. Formulas: docs/theory/quasi_static.md.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/quasistatic/gauge.hpp"
#include "flangeway/quasistatic/outcome.hpp"
#include "flangeway/quasistatic/steady.hpp"

namespace flangeway::quasistatic {

/// How many of all conditions are done, and which one is next.
using Progress = std::function<void(std::size_t done, std::size_t all, const std::string& next)>;

struct TwistSettings {
  std::optional<double> body, bogie;  ///< permille over the base; empty: the test twist of the base
};
/// Test twists over a base in m, permille. EN 14363; no printed source was found.
[[nodiscard]] double bogie_test_twist(double base);
[[nodiscard]] double body_test_twist(double base);
/// Wheel unloading on track twisted over the base of each bogie, over the base of the body, and over both.
/// Findings where the vehicle has no clear bogies or nothing twists the track.
[[nodiscard]] Outcome twist(const vehicle_case::CaseModel& model, const TwistSettings& settings,
                            Findings& findings, const Progress& progress = {});

/// Flexibility coefficient and roll centre on canted track.
[[nodiscard]] Outcome sway(const vehicle_case::CaseModel& model, const std::vector<double>& cants);

struct TurningSettings {
  double angle = 0.05;   ///< rad, that each bogie is turned by
  double rate = 0.0175;  ///< rad/s
};
/// Moment against turning the bogies, and the X factor. Findings where the vehicle has no bogies.
[[nodiscard]] Outcome turning(const vehicle_case::CaseModel& model, const TurningSettings& settings,
                              Findings& findings);

struct CurvingSettings {
  std::vector<double> radii = {250, 300, 400, 600, 1000};   ///< m, left curves
  std::vector<double> deficiencies = {0, 0.05, 0.1, 0.15};  ///< m, of cant
  double cant = 0.1;                                        ///< m
};
/// Wheel forces and attitudes in curves at the speeds of the cant deficiencies.
[[nodiscard]] Outcome curving(const vehicle_case::CaseModel& model, const CurvingSettings& settings,
                              const Progress& progress = {});

/// Aerodynamic coefficients over the angle between the air's approach and the track.
struct Aerodynamics {
  double density = 1.225, area = 10, length = 3;  ///< kg/m³, m², m
  /// angle in rad (0 … π/2, increasing); side force, lift, overturning moment about the middle of the track
  /// at the top of rail
  struct At {
    double angle = 0, side = 0, lift = 0, overturning = 0;
  };
  std::vector<At> at;
};
/// A table `angle_deg,side,lift,overturning` (CSV).
[[nodiscard]] std::optional<Aerodynamics> read_aerodynamics(const std::filesystem::path& file,
                                                            Findings& findings);
struct WindSettings {
  std::vector<double> speeds = {20, 30, 40};  ///< m/s, of the vehicle
  double cant_deficiency = 0;                 ///< m, towards the lee side
  double limit = 0.9;                         ///< of the unloading of the windward wheels of a bogie
  double fastest = 60;                        ///< m/s, of the wind
  bool gust = false;                          ///< the "Chinese hat" as well, by runs in time
  double vehicle_length = 25;                 ///< m, over which a gust is averaged
};
/// Characteristic wind curve: the steady wind, square to the track, at which the windward wheels of one bogie
/// lose the share `limit` of their load; with `gust` also the peak of the gust at which they do. Findings
/// where the vehicle has no clear bogies.
[[nodiscard]] Outcome wind(const vehicle_case::CaseModel& model, const Aerodynamics& air,
                           const WindSettings& settings, Findings& findings, const Progress& progress = {});

/// Points (y, z) of the body's cross-section, m: y to the left, z above the top of rail.
using Contour = std::vector<std::array<double, 2>>;
[[nodiscard]] std::optional<Contour> read_contour(const std::filesystem::path& file, Findings& findings);
struct EnvelopeSettings {
  std::vector<double> stations;                        ///< m, along the body from its centre of gravity
  std::vector<double> radii = {250, 1000};             ///< m; both directions
  std::vector<double> deficiencies = {-0.1, 0, 0.15};  ///< m, of cant; negative: excess
  double cant = 0.1;                                   ///< m
  std::optional<GaugeSpec> gauge = {};                 ///< that the cross-section has to stay inside
};
/// Displaced positions of the cross-section's points in the adjacent track frame.
[[nodiscard]] Outcome envelope(const vehicle_case::CaseModel& model, const Contour& contour,
                               const EnvelopeSettings& settings, const Progress& progress = {});

}  // namespace flangeway::quasistatic
