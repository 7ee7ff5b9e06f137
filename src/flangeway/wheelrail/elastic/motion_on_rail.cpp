#include "flangeway/wheelrail/motion_on_rail.hpp"

#include <cmath>

#include "flangeway/math/rotation.hpp"
#include "flangeway/wheelrail/elastic/mirror.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail::elastic {

Placement place_wheel(const multibody::BodyState& body, const track::Irregularity& irregularity, double s,
                      double rail_half_distance, const RailMotion& rail, std::size_t side) {
  const double sign = sign_of(side);
  const std::size_t y = 2 * side, z = y + 1;
  Placement place;
  place.axes = body.intermediate;
  if (side == 1) {
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 0}, {1, 2}, {2, 1}}) place.axes(i, j) *= -1;
  }
  place.y = sign * body.position.y();
  place.z = body.position.z();
  RailLine& line = place.rail;
  line.y = sign * (irregularity.value[y] + rail.displacement.y());
  line.z = irregularity.value[z] + rail.displacement.z();
  place.s = s;
  place.roller_ahead = rail.roller_ahead;
  const double askew = (irregularity.value[1] - irregularity.value[3]) / (2 * rail_half_distance);
  line.roll = sign * (askew + rail.rotation.x());
  line.y_slope = sign * (irregularity.slope[y] + rail.rotation.z());
  line.z_slope = irregularity.slope[z] - rail.rotation.y();
  line.y_bend = sign * (irregularity.second[y] + body.frame.curvature.z());
  line.z_bend = irregularity.second[z] - body.frame.curvature.y();
  return place;
}

Mat3 rail_axes(const RailLine& line) {
  Mat3 axes;
  axes.col(0) = Vec3(1, line.y_slope, line.z_slope).normalized();
  axes.col(1) = Vec3(0, -std::sin(line.roll), std::cos(line.roll)).cross(axes.col(0)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return axes;
}

wheel_on_rail::WheelsetMotion motion_on_rail(const multibody::BodyState& body, const Vec3& turning,
                                             const RailMotion& rail, const Placement& place,
                                             const Vec2& reference, double radius, std::size_t side) {
  const double sign = sign_of(side);
  const Mat3 axes = rail_axes(place.rail);
  const Vec3 origin(0, reference.x(), reference.y());
  const Vec3 from_rail = Vec3(0, place.y - place.rail.y, place.z - place.rail.z) - origin;
  const Vec3 centre = origin + axes.transpose() * from_rail, axle = axes.transpose() * place.axes.col(1);
  wheel_on_rail::WheelsetMotion motion;
  motion.y = centre.y();
  motion.z = centre.z() - radius;
  motion.yaw = -std::asin(axle.x());
  motion.roll = std::atan2(axle.z(), axle.y());
  const Mat3 wheelset_axes = rotation_x(motion.roll) * rotation_z(motion.yaw);
  const Vec3 rail_turning = mirrored_axial(rail.angular_velocity, sign);
  motion.velocity =
      axes.transpose() * (mirrored(body.velocity - rail.velocity, sign) - rail_turning.cross(from_rail));
  const Vec3 relative =
      wheelset_axes.transpose() * (axes.transpose() * (mirrored_axial(turning, sign) - rail_turning));
  motion.velocity_roll = relative.x();
  motion.velocity_pitch = relative.y();
  motion.velocity_yaw = relative.z();
  return motion;
}

}  // namespace flangeway::wheelrail::elastic
