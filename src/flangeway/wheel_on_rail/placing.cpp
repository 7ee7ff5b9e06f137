#include "flangeway/wheel_on_rail/placing.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/root.hpp"
#include "flangeway/math/rotation.hpp"
#include "flangeway/profile/measure.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using geometry::spatial::Marker;
using geometry::spatial::Samples;

// Height of the parabola's top through three neighbours, the highest in the middle.
double top_of(double before, double highest, double after) {
  const double bend = before - 2 * highest + after;
  return bend < 0 ? highest - (after - before) * (after - before) / (8 * bend) : highest;
}

// Data for placing an inclined rail by gauge.
struct Head {
  double top = 0;      // z of its highest point, m
  double gauge_y = 0;  // y of the gauge face, m
};

Head measure_head(const geometry::spatial::Rail& rail, double inclination, double depth) {
  const Samples& samples = rail.samples;
  const double c = std::cos(inclination), s = std::sin(inclination);
  const auto y = [&](std::size_t i) { return c * samples.y[i] - s * samples.z[i]; };
  const auto z = [&](std::size_t i) { return s * samples.y[i] + c * samples.z[i]; };
  std::size_t highest = 0;
  for (std::size_t i = 1; i < samples.s.size(); ++i)
    if (z(i) > z(highest)) highest = i;
  Head head{z(highest), y(highest)};
  if (highest > 0 && highest + 1 < samples.s.size())
    head.top = top_of(z(highest - 1), z(highest), z(highest + 1));
  const double lowest = head.top - depth;
  for (std::size_t i = highest; i-- > 0;) {
    const bool above = z(i) >= lowest, above_next = z(i + 1) >= lowest;
    if (above) head.gauge_y = std::min(head.gauge_y, y(i));
    if (above == above_next) continue;
    const double at = math::find_root(
        [&](double along) {
          const Vec2 point = rail.curve->point(along);
          return s * point.x() + c * point.y() - lowest;
        },
        samples.s[i], samples.s[i + 1], 1e-12);
    const Vec2 point = rail.curve->point(at);
    head.gauge_y = std::min(head.gauge_y, c * point.x() - s * point.y());
  }
  return head;
}

Marker rail_marker(const RailPlace& place, const geometry::spatial::Rail& rail) {
  Marker marker;
  marker.axes = rotation_x(place.inclination + place.deviation_roll);
  marker.origin = Vec3(0, place.y + place.deviation_y, place.z + place.deviation_z);
  if (!place.by_gauge) return marker;
  const Head head = measure_head(rail, place.inclination, place.gauge_depth);
  marker.origin.y() = place.gauge / 2 - head.gauge_y + place.deviation_y;
  marker.origin.z() = (place.roller_radius ? 0 : -head.top) + place.deviation_z;
  return marker;
}

double height_at_tape_circle(const WheelPlace& place, const profile::Curve& curve) {
  if (!place.tape_circle) return 0;
  const auto s = profile::outermost_at_y(curve, *place.tape_circle);
  return s ? curve.point(*s).y() : 0;
}

Marker wheel_in_wheelset(const WheelPlace& place, double axle_height) {
  Marker marker;
  marker.axes = rotation_x(place.deviation_roll) * rotation_z(place.deviation_yaw);
  marker.origin = Vec3(0, place.back_distance / 2 - place.back_position, -axle_height) + place.deviation;
  return marker;
}

Twist seen_from(const Marker& axes, const Twist& track) {
  const Mat3 back = axes.axes.transpose();
  return {axes.to_local(track.at), back * track.velocity, back * track.angular};
}

// The deviation of a rail moves about the origin of its profile. A roller turns about its axle, too, which
// stays where it is in the track whatever its surface deviates.
Twist rail_motion(const RailPlace& place, const geometry::spatial::PlacedRail& rail) {
  Twist motion{rail.marker.origin, Vec3(0, place.velocity_y, place.velocity_z),
               Vec3(place.velocity_roll, 0, 0)};
  if (!rail.roller_radius) return motion;
  const Vec3 turning(0, -place.roller_velocity_pitch, 0), axle(0, 0, place.axle_z - *rail.roller_radius);
  motion.velocity += turning.cross(rail.marker.origin - axle);
  motion.angular += turning;
  return motion;
}

}  // namespace

Marker patch_axes(const geometry::spatial::PlacedRail& rail, double pitch) {
  return rail.roller_radius ? geometry::spatial::turned_about_axle(rail, pitch) : Marker{};
}

Placement seen_from(const Marker& axes, const Placement& track) {
  Placement turned = track;  // the roller looks the same
  turned.wheel.marker = axes.to_local(track.wheel.marker);
  turned.wheelset = axes.to_local(track.wheelset);
  return turned;
}

Velocities seen_from(const Marker& axes, const Velocities& track) {
  return {seen_from(axes, track.wheelset), seen_from(axes, track.pitch), seen_from(axes, track.deviation),
          seen_from(axes, track.rail),     seen_from(axes, track.curve), track.roller};
}

Placement place(const ContactProblem& problem, const geometry::spatial::Wheel& wheel,
                const geometry::spatial::Rail& rail) {
  const WheelPlace& wheel_place = problem.wheel_place;
  const WheelsetMotion& motion = problem.motion;
  Placement placement;
  placement.rail = {&rail, rail_marker(problem.rail_place, rail), problem.rail_place.roller_radius};
  placement.wheelset.axes = rotation_x(motion.roll) * rotation_z(motion.yaw);
  placement.wheelset.origin = Vec3(0, motion.y, motion.z + wheel_place.nominal_radius);
  const double axle_height = wheel_place.nominal_radius + height_at_tape_circle(wheel_place, *wheel.curve);
  placement.wheel = {&wheel, axle_height,
                     placement.wheelset.to_global(wheel_in_wheelset(wheel_place, axle_height))};
  // A deviation in pitch turns the wheel in itself, as the wheelset's pitch does.
  placement.varying = {problem.rail_slices, problem.wheel_slices, motion.s,
                       motion.pitch + wheel_place.deviation_pitch};
  return placement;
}

Velocities velocities(const ContactProblem& problem, const Placement& placement, double pitch_velocity) {
  const WheelsetMotion& motion = problem.motion;
  const WheelPlace& wheel = problem.wheel_place;
  const Mat3& axes = placement.wheelset.axes;
  const Vec3 axle = placement.wheel.marker.to_global(Vec3(0, 0, placement.wheel.axle_height));
  Velocities v;
  v.wheelset = {placement.wheelset.origin, motion.velocity,
                axes * Vec3(motion.velocity_roll, 0, motion.velocity_yaw)};
  v.pitch = {placement.wheelset.origin, Vec3::Zero(), axes * Vec3(0, pitch_velocity, 0)};
  // The deviation turns around the profile's origin, its pitch around the axle.
  const Vec3 pitch = axes * Vec3(0, wheel.deviation_velocity_pitch, 0);
  const Vec3 turn = axes * Vec3(wheel.deviation_velocity_roll, 0, wheel.deviation_velocity_yaw);
  v.deviation = {placement.wheel.marker.origin,
                 axes * wheel.deviation_velocity + pitch.cross(placement.wheel.marker.origin - axle),
                 pitch + turn};
  v.rail = rail_motion(problem.rail_place, placement.rail);
  v.curve = {Vec3::Zero(), Vec3::Zero(), Vec3(0, 0, -motion.velocity.x() * problem.curvature)};
  v.roller = placement.rail.roller_radius.has_value();
  return v;
}

double reference_speed(const Velocities& v, const Vec3& point) {
  if (v.roller) return std::abs(v.wheel_at(point).x() + v.rail_at(point).x()) / 2;
  const double forward = (v.wheelset.of(point) + v.deviation.of(point) - v.rail_at(point)).x();
  return (std::abs(forward) + std::abs(v.pitch.of(point).x())) / 2;
}

contact::Creepages creepages(const Velocities& v, const Vec3& on_wheel, const Vec3& on_rail, double angle,
                             double speed) {
  const geometry::spatial::Row row{0, 0, angle};
  const Vec3 slip = (v.wheel_at(on_wheel) - v.rail_at(on_rail)) / speed;
  return {slip.x(), slip.dot(row.tangent()), v.angular().dot(row.normal()) / speed};
}

}  // namespace flangeway::wheel_on_rail
