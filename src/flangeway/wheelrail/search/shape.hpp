// One wheel over one rail, prepared for the search for elastic contacts: both profiles as tables of their arc
// length, and the patch of every ratio of curvatures. Left-hand coordinates: y to the left, the field side.
#pragma once

#include <memory>
#include <vector>

#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/geometry/pair.hpp"
#include "flangeway/math/uniform_spline.hpp"
#include "flangeway/wheelrail/search/check_rail.hpp"
#include "flangeway/wheelrail/search/varying_rail.hpp"

namespace flangeway::wheelrail::elastic {

struct Shape {
  ProfileTable wheel;  ///< profile coordinates: origin at the tape circle
  ProfileTable rail;   ///< track coordinates of the regular track; where it varies, that of the first section
  std::vector<VaryingRail>
      varying;  ///< the rails of this side, the running rail first; empty: `rail` everywhere
  std::vector<GuidingFace> checks;  ///< check rails beside the running rail
  std::vector<BackPoint> back;      ///< of the wheel, where there are check rails
  std::shared_ptr<const profile::Curve> wheel_curve, rail_curve;  ///< the same as curves
  double wheel_lateral = 0, radius = 0;
  double roller_radius = 0;               ///< m, of a roller below the rail profile's origin; 0: a rail
  Vec2 rail_reference = Vec2::Zero();     ///< y, z of the rail profile's origin in its design place
  double rail_cosine = 1, rail_sine = 0;  ///< of the inclination
  double tread_begins = 0;  ///< arc length on the wheel that parts the flange (below) from the tread
  double climb_end = 0;  ///< arc length below which the flange is flatter than geometry::flange_angle again
  std::shared_ptr<const math::UniformSpline>
      patches;                        ///< unit patches over ln(longitudinal/lateral curvature)
  std::vector<double> energy_factor;  ///< N/m^(7/4), φ of docs/theory/elastic.md (9), of the wheel's samples
};

/// Rails on this side: more than one at switches and crossings.
[[nodiscard]] inline std::size_t rail_count(const Shape& shape) {
  return shape.varying.empty() ? 1 : shape.varying.size();
}

/// False in the gap of a rail beside which there is no other.
[[nodiscard]] bool has_rail(const Shape& shape, double s);

/// `patch` gives materials and the window of curvatures; `courses` are the rails if they vary. With a
/// `roller_radius` (m) above 0 the wheel stands on a roller that has the profile of the rail.
[[nodiscard]] Shape make_shape(const geometry::Side& side, const geometry::PatchSettings& patch,
                               const std::vector<RailCourse>& courses = {}, double roller_radius = 0);

/// Curvature along the rolling direction of a roller where its contact angle has the cosine `cosine` and it
/// stands `height` (m) above the origin of its profile, 1/m; 0 of a rail.
[[nodiscard]] inline double roller_curvature(const Shape& shape, double cosine, double height) {
  return shape.roller_radius > 0 ? cosine / (shape.roller_radius + height) : 0;
}

/// Adds check rails beside the running rail, whose gauge is measured `gauge_depth` (m) below the running
/// plane.
void add_checks(const geometry::Side& side, const std::vector<CheckRail>& rails, double gauge_depth,
                Shape& shape);

/// N/m^(7/4), φ of docs/theory/elastic.md (9), of a sample of the wheel where it is placed.
[[nodiscard]] double energy_factor(const Shape& shape, const FactorsHere& here, std::size_t sample);

/// Patch channels of `values` for the relative curvatures along and across the rail, 1/m.
void set_patch(const Shape& shape, double longitudinal, double lateral, geometry::ContactValues& values);

}  // namespace flangeway::wheelrail::elastic
