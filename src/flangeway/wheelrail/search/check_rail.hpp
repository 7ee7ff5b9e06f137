// Check rails and the back of a wheel: docs/theory/check_rails.md. Left-hand coordinates: y to the left, the
// field side.
#pragma once

#include <memory>
#include <vector>

#include "flangeway/math/uniform_spline.hpp"
#include "flangeway/profile/curve.hpp"
#include "flangeway/wheelrail/search/profile_table.hpp"

namespace flangeway::wheelrail {

/// A check rail or guard rail beside the running rail, on its gauge side. Lengths in m.
struct CheckRail {
  double from = 0, to = 0;                      ///< on the track
  std::shared_ptr<const profile::Curve> curve;  ///< upright; its field side faces the wheel
  double flangeway = 0;                         ///< from the gauge line, at the depth of the gauge
  double height = 0;                            ///< of its top above the running plane
  double flare_length = 0, flare_opening = 0;   ///< of both ends
  double stiffness = 0;                         ///< N/m
};

}  // namespace flangeway::wheelrail

namespace flangeway::wheelrail::elastic {

/// Lateral place of the side of a profile that faces the wheel, over the depth below its top, m.
struct Face {
  math::UniformSpline place;
};
/// Empty: the side has no 5 mm of height that are steep enough to guide a wheel.
[[nodiscard]] Face find_face(const profile::Curve& curve);

/// A check rail as an evaluation reads it.
struct GuidingFace {
  Face face;            ///< in the track
  double foremost = 0;  ///< m, of all its places the one nearest to the wheel
  double top = 0;       ///< m, its height above the running plane
  double stiffness = 0;
  double from = 0, to = 0, flare_length = 0, flare_opening = 0;

  /// How far the face stands back at s, m, and the slope of that along the track. False: no check rail there.
  bool setback(double s, double& value, double& slope) const;
  /// Its place `depth` (m) below its top and the slope of that; straight on below the profile's end. False:
  /// above the face.
  bool read(double depth, double& place, double& slope) const;
};
/// `gauge_line`: lateral place of the running rail's gauge face, `gauge_depth` below the running plane.
[[nodiscard]] GuidingFace make_guiding_face(const CheckRail& rail, double gauge_line, double gauge_depth);

/// A place on the back of a wheel, in profile coordinates, and the length along the back that it stands for.
struct BackPoint {
  double y = 0, z = 0, length = 0;
};
/// From the tip of the flange inwards, and on along the wheel's flat side.
[[nodiscard]] std::vector<BackPoint> make_back(const ProfileTable& wheel);

}  // namespace flangeway::wheelrail::elastic
