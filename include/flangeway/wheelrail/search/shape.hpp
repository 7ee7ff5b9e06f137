// One wheel over one rail, prepared for the search for elastic contacts: both profiles as tables of their arc
// length, and the patch of every ratio of curvatures. Left-hand coordinates: y to the left, the field side.
#pragma once

#include <memory>
#include <vector>

#include "flangeway/geometry/contact_data.hpp"
#include "flangeway/geometry/pair.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::wheelrail::elastic {

/// Channels of a profile over its arc length.
enum ProfileChannel : std::size_t {
  profile_y,
  profile_z,
  tangent_y,  ///< unit tangent
  tangent_z,
  profile_channels
};

/// A profile as an evaluation reads it, and its samples for the global search.
struct ProfileTable {
  math::UniformSpline spline;  ///< over the arc length, m
  struct Sample {
    double s, y, z, ty, tz;
  };
  std::vector<Sample> samples;
};

struct Shape {
  ProfileTable wheel;  ///< profile coordinates: origin at the tape circle
  ProfileTable rail;   ///< track coordinates of the regular track
  std::shared_ptr<const profile::Curve> wheel_curve, rail_curve;  ///< the same as curves
  double wheel_lateral = 0, radius = 0;
  Vec2 rail_reference = Vec2::Zero();     ///< y, z of the rail profile's origin in its design place
  double rail_cosine = 1, rail_sine = 0;  ///< of the inclination
  double tread_begins = 0;  ///< arc length on the wheel that parts the flange (below) from the tread
  double climb_end = 0;  ///< arc length below which the flange is flatter than geometry::flange_angle again
  std::shared_ptr<const math::UniformSpline>
      patches;                        ///< unit patches over ln(longitudinal/lateral curvature)
  std::vector<double> energy_factor;  ///< N/m^(7/4), φ of docs/theory/elastic.md (9), of the wheel's samples
};

/// Distance of the samples of a profile, m: the smallest patches are some millimetres wide.
inline constexpr double sample_step = 4e-4;
inline constexpr std::size_t max_samples = 512;  ///< longer profiles have coarser samples

/// `patch` gives materials and the window of curvatures.
[[nodiscard]] Shape make_shape(const geometry::Side& side, const geometry::PatchSettings& patch);

/// Patch channels of `values` for the relative curvatures along and across the rail, 1/m.
void set_patch(const Shape& shape, double longitudinal, double lateral, geometry::ContactValues& values);

}  // namespace flangeway::wheelrail::elastic
