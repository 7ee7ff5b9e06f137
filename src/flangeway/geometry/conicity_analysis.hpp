// Rolling radius difference and equivalent conicity of a wheelset on a track (EN 15302), from its profiles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/assess/conicity.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::geometry {

inline constexpr double usual_gauge = 1.435, usual_inclination = 1.0 / 40;  ///< m; UIC track

struct ConicityInput {
  std::vector<profile::Profile> wheels = {}, rails = {};  ///< left and right
  std::optional<double> gauge = {};                       ///< m; none: the rail's own place, or 1.435
  double inclination = usual_inclination;                 ///< tangent; of rails without a place of their own
  double tape_circle = 1.5;                               ///< m, distance of the tape circles
  double radius = 0.46;                                   ///< m, at the tape circle
  std::vector<double> amplitudes = {};                    ///< m
  std::optional<RailPlacement> placement = {};            ///< of the rails, in place of gauge and inclination
  bool roll = false;  ///< the wheelset rolls on its two contacts; the standard keeps it level
};

struct ConicityAnalysis {
  ConicityInput input;
  double gauge = 0;        ///< m, as given or measured
  double inclination = 0;  ///< of the rails, built in or given
  RadiusDifference difference;
  std::vector<assess::Conicity> conicity;
};

/// The rail is inclined, or has a lateral place, by its definition.
[[nodiscard]] bool has_its_place(const profile::Profile& rail);

/// Gives nothing, with findings, where an amplitude leaves the contact.
[[nodiscard]] std::optional<ConicityAnalysis> analyse_conicity(ConicityInput input, Findings& findings);

/// A table to read, JSON, and a picture.
[[nodiscard]] std::string summary_text(const ConicityAnalysis& analysis);
[[nodiscard]] std::string json_text(const ConicityAnalysis& analysis);
[[nodiscard]] plot::Figure figure_of(const ConicityAnalysis& analysis);

}  // namespace flangeway::geometry
