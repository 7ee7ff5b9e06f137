// Reference contour of a kinematic gauge, and by how much it widens in curves (EN 15273). Formulas:
// docs/theory/quasi_static.md, "Gauge".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::quasistatic {

struct GaugeSpec {
  document::Located<std::string> name, source;
  std::vector<double> heights, half_widths;  ///< m, corners of the contour from the top down
  double track_widening = 0;                 ///< m, (l − l_N)/2: the wheelset's play in a wide track
  double wide_curves = 0;                    ///< m², widening times radius for radii of at least 250 m
  std::vector<double> tight_inside, tight_outside;  ///< a/R − b from 150 to 250 m: a in m², b in m
  double upper_widening = 0;                        ///< m², further widening times radius at the top
  double upper_from = 0, upper_height = 0;          ///< m: it grows in proportion above this height
  double max_deficiency = 0.05;  ///< m, cant deficiency and excess that vehicles answer for
  SourceLocation where;
};
void describe(document::Visitor& visitor, GaugeSpec& spec);

[[nodiscard]] std::optional<GaugeSpec> load_gauge(const std::filesystem::path& file, Findings& findings);

/// Least radius (m) for which a widening is known.
inline constexpr double min_gauge_radius = 150;
/// Largest distance (m) from the middle of the track at this height, in a curve of this curvature (1/m, 0 on
/// straight track), on its inside or outside. Nothing below the contour and in tighter curves than
/// min_gauge_radius; 0 above the contour.
[[nodiscard]] std::optional<double> half_width_at(const GaugeSpec& gauge, double height, double curvature,
                                                  bool is_inside);

}  // namespace flangeway::quasistatic
