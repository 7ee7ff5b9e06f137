// Reads the depth of a sample of the wheel in a rail whose section does not vary around the wheel, or in a
// roller.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "flangeway/math/batch.hpp"
#include "flangeway/math/sin_cos.hpp"
#include "flangeway/wheelrail/search/depth_profile.hpp"

namespace flangeway::wheelrail::elastic {

enum class Running { on_rail, on_roller };

// Constants along the profile. The numbers that every point needs are separate members, so that the compiler
// can keep them in registers.
template <Running running>
class PlainReader {
 public:
  PlainReader(const Shape& shape, const Placement& place, const math::UniformSpline& section)
      : shape_(shape),
        section_(section),
        line_(place.rail),
        ahead_(place.roller_ahead),
        roller_radius_(shape.roller_radius),
        axes_(place.axes),
        base_y_(place.y - place.rail.y - shape.rail_reference.x()),
        base_z_(place.z - place.rail.z - shape.rail_reference.y()),
        end_(section.end()),
        step_(section.step()),
        inverse_step_(1 / section.step()),
        last_(static_cast<std::int64_t>(section.intervals()) - 1) {
    const auto [sine, cosine] = sin_cos(place.rail.roll);
    sine_ = sine, cosine_ = cosine;
  }

  // The foot on the rail and the place around the axle together: docs/theory/elastic.md (3), (4), and
  // docs/theory/roller_rig.md (2), (3).
  // `point.rail_s` and `point.arm.x()` are guesses. False: no rail there, or too steep.
  bool read(std::size_t sample, DepthPoint& point) const {
    constexpr double min_cosine = 0.05;  // cosine of the steepest slope that is looked at
    constexpr double close = 1e-7;       // [m] from the foot: what follows to second order is exact
    constexpr double tolerance = 3e-7;   // [m] the depth changes by its square over twice the radius
    constexpr double max_step = 2e-3;    // [m]
    constexpr double min_slope = 0.2;    // of the distance to the foot, over the arc length
    constexpr int max_steps = 40;
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    if (p.ty < min_cosine) return false;
    double s = point.rail_s, x = point.arm.x();
    for (int step = 0; step < max_steps; ++step) {
      if (!(s >= 0 && s <= end_)) return false;
      const Foot rail = rail_at(s);
      Turned wheel;
      if (!turn_deepest(p, normal_at(rail, rail.ty, rail.tz, x), wheel)) return false;
      const Gap gap = gap_at(wheel.arm, rail);
      const double slope = 1 + rail.curvature * gap.depth, to_foot = gap.aside / std::max(slope, min_slope);
      const bool turned = std::abs(wheel.arm.x - x) < tolerance;
      if constexpr (running == Running::on_roller)
        x += (wheel.arm.x - x) / counter_turn(wheel);
      else
        x = wheel.arm.x;
      if (turned && std::abs(to_foot) < close) {
        const double turn = rail.curvature * to_foot;
        const Space n = normal_at(rail, rail.ty - turn * rail.tz, rail.tz + turn * rail.ty, x);
        point.sample = sample;
        point.depth = gap.depth + gap.aside * turn / 2;
        point.rail_s = s + to_foot;
        point.arm = {wheel.arm.x, wheel.arm.y, wheel.arm.z};
        point.normal = {n.x, n.y, n.z};
        return true;
      }
      const double with_turn = slope - rail.curvature * turning(rail, wheel) / counter_turn(wheel);
      s += std::clamp(gap.aside / std::max(with_turn, min_slope), -max_step, max_step);
    }
    return false;
  }

 private:
  struct Space {
    double x, y, z;
  };
  struct Foot {
    double y, z, ty, tz, curvature;
  };
  // A place on a circle of the wheel; m1, m3 of (4), the length of (m1, m3), and the circle's radius over it.
  struct Turned {
    Space arm;
    double m1, m3, length, radius;
  };
  // Vector from a point of the rail to a point of the wheel: along the rail's tangent and down its normal.
  struct Gap {
    double aside, depth;
  };

  [[nodiscard]] Foot rail_at(double s) const {
    const auto cell = std::min(static_cast<std::int64_t>(s * inverse_step_), last_);
    const double* a = section_.coefficients(static_cast<std::size_t>(cell));
    const double t = s - step_ * static_cast<double>(cell);
    const auto cubic = [&](std::size_t power) {
      return math::Batch(
          math::Batch::Lanes(*reinterpret_cast<const math::Batch::Anywhere*>(a + power * profile_channels)));
    };
    static_assert(profile_channels == math::batch_size);
    const math::Batch a1 = cubic(1), a2 = cubic(2), a3 = cubic(3);
    const math::Batch value = cubic(0) + t * (a1 + t * (a2 + t * a3)), slope = a1 + t * (2 * a2 + 3 * t * a3);
    const double ty = value[tangent_y], tz = value[tangent_z];
    return {value[profile_y], value[profile_z], ty, tz, ty * slope[tangent_z] - tz * slope[tangent_y]};
  }

  // The rail's normal where its profile has this tangent, x ahead of the wheelset's centre.
  [[nodiscard]] Space normal_at(const Foot& rail, double ty, double tz, double x) const {
    const double y = -cosine_ * tz - sine_ * ty, z = -sine_ * tz + cosine_ * ty;
    if constexpr (running == Running::on_roller) {
      const double height = cosine_ * (rail.z - shape_.rail_reference.y()) +
                            sine_ * (rail.y - shape_.rail_reference.x()),
                   sine = (x - ahead_) / (roller_radius_ + height);
      return {z * sine, y, z * std::sqrt(std::max(1 - sine * sine, 0.0))};
    }
    return {-y * (line_.y_slope + line_.y_bend * x) - z * (line_.z_slope + line_.z_bend * x), y, z};
  }

  // docs/theory/elastic.md (4)
  bool turn_deepest(const ProfileTable::Sample& p, const Space& n, Turned& to) const {
    const Mat3& a = axes_;
    to.m1 = a(0, 0) * n.x + a(1, 0) * n.y + a(2, 0) * n.z;
    to.m3 = a(0, 2) * n.x + a(1, 2) * n.y + a(2, 2) * n.z;
    to.length = std::sqrt(to.m1 * to.m1 + to.m3 * to.m3);
    if (!(to.m3 > 0.7 * to.length)) return false;
    to.radius = (shape_.radius - p.z) / to.length;
    const double x = -to.radius * to.m1, y = shape_.wheel_lateral + p.y, z = -to.radius * to.m3;
    to.arm = {a(0, 0) * x + a(0, 1) * y + a(0, 2) * z, a(1, 0) * x + a(1, 1) * y + a(1, 2) * z,
              a(2, 0) * x + a(2, 1) * y + a(2, 2) * z};
    return true;
  }

  // docs/theory/elastic.md (3)
  [[nodiscard]] Gap gap_at(const Space& arm, const Foot& rail) const {
    const double y = base_y_ + arm.y - arm.x * (line_.y_slope + arm.x / 2 * line_.y_bend);
    double z = base_z_ + arm.z - arm.x * (line_.z_slope + arm.x / 2 * line_.z_bend);
    if constexpr (running == Running::on_roller) z = over_roller(arm);
    const double gap_y = cosine_ * y + sine_ * z + (shape_.rail_reference.x() - rail.y),
                 gap_z = cosine_ * z - sine_ * y + (shape_.rail_reference.y() - rail.z);
    return {rail.ty * gap_y + rail.tz * gap_z, rail.tz * gap_y - rail.ty * gap_z};
  }

  // Distance from the axle less the radius, without the loss of digits of a difference.
  [[nodiscard]] double over_roller(const Space& arm) const {
    const double x = arm.x - ahead_, z = base_z_ + arm.z, more = x * x + z * (2 * roller_radius_ + z);
    return more / (std::sqrt(roller_radius_ * roller_radius_ + more) + roller_radius_);
  }

  // The roller's normal turns back as the place on the wheel moves ahead: docs/theory/roller_rig.md (3).
  [[nodiscard]] double counter_turn(const Turned& wheel) const {
    return running == Running::on_roller ? 1 + wheel.radius * wheel.length / roller_radius_ : 1;
  }

  // How far q of (3) moves along the rail's profile as the deepest place turns with the normal: for a normal
  // that turns by 1, m.
  [[nodiscard]] double turning(const Foot& rail, const Turned& wheel) const {
    const double y = cosine_ * rail.ty - sine_ * rail.tz, z = sine_ * rail.ty + cosine_ * rail.tz;
    const double along1 = axes_(1, 0) * y + axes_(2, 0) * z, along3 = axes_(1, 2) * y + axes_(2, 2) * z;
    const double across = (wheel.m3 * along1 - wheel.m1 * along3) / wheel.length;
    return wheel.radius * across * across;
  }

  const Shape& shape_;
  const math::UniformSpline& section_;
  const RailLine line_;
  const double ahead_, roller_radius_;  // of rollers
  const Mat3 axes_;
  double base_y_, base_z_, sine_ = 0, cosine_ = 1;
  double end_, step_, inverse_step_;
  std::int64_t last_;
};

}  // namespace flangeway::wheelrail::elastic
