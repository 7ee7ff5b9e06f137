// A profile as a table of its arc length, for the search for elastic contacts.
#pragma once

#include <cstddef>
#include <vector>

#include "flangeway/math/uniform_spline.hpp"
#include "flangeway/profile/curve.hpp"

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

/// Distance of the samples of a profile, m: the smallest patches are some millimetres wide.
inline constexpr double sample_step = 4e-4;
inline constexpr std::size_t max_samples = 512;  ///< longer profiles have coarser samples

/// Turned about its origin and then moved.
struct PlaneMotion {
  double cosine = 1, sine = 0;
  Vec2 shift = Vec2::Zero();
  [[nodiscard]] Vec2 turned(const Vec2& v) const {
    return {cosine * v.x() - sine * v.y(), sine * v.x() + cosine * v.y()};
  }
  [[nodiscard]] Vec2 moved(const Vec2& point) const { return turned(point) + shift; }
};
[[nodiscard]] ProfileTable tabulate(const profile::Curve& curve, const PlaneMotion& motion);

}  // namespace flangeway::wheelrail::elastic
