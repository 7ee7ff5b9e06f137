// Reads the depth of a sample of the wheel in a rail that varies along the track:
// docs/theory/varying_rails.md.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/math/sin_cos.hpp"
#include "flangeway/wheelrail/search/depth_profile.hpp"

namespace flangeway::wheelrail::elastic {

class VaryingReader {
 public:
  VaryingReader(const Shape& shape, const Placement& place)
      : shape_(shape), place_(place), rail_(shape.varying[place.on_rail]) {
    const auto [sine, cosine] = sin_cos(place.rail.roll);
    sine_ = sine, cosine_ = cosine;
  }

  // `point.rail_s` and `point.normal` are guesses. False: no rail there, or too steep.
  bool read(std::size_t sample, DepthPoint& point) const {
    constexpr double min_cosine = 0.05;  // cosine of the steepest slope that is looked at
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    if (p.ty < min_cosine) return false;
    point.sample = sample;
    return turn_deepest(p, point) && turn_to_stationary(p, point);
  }

  // The rail rises and falls, and a sample can be deep in it at several places along it, as in the bottom of
  // a dip. From each it is turned to the deepest point, and the deepest of these counts.
  bool read_deepest(std::size_t sample, DepthPoint& point) const {
    constexpr int probes = 9;
    constexpr double spacing = 0.015;  // [m]
    std::array<DepthPoint, probes> at;
    std::array<double, probes> depth;
    for (int i = 0; i < probes; ++i) {
      const auto k = static_cast<std::size_t>(i);
      at[k] = point;
      aim(sample, spacing * (i - probes / 2), at[k]);
      depth[k] = probe(sample, at[k]) ? at[k].depth : -1;
    }
    bool found = false;
    for (std::size_t k = 0; k < probes; ++k) {
      if (depth[k] <= -1 || (k > 0 && depth[k - 1] > depth[k]) ||
          (k + 1 < probes && depth[k + 1] >= depth[k]))
        continue;
      DepthPoint turned = at[k];
      if (!read(sample, turned) || (found && turned.depth <= point.depth)) continue;
      point = turned;
      found = true;
    }
    return found;
  }

 private:
  static constexpr int max_steps = 20;
  static constexpr double max_step = 2e-3, foot_tolerance = 1e-9;  // [m]
  static constexpr double tolerance = 3e-6;  // [m] the depth changes by its square over twice the radius

  // At the place along the rail to which the guess leads.
  bool probe(std::size_t sample, DepthPoint& point) const {
    const ProfileTable::Sample& p = shape_.wheel.samples[sample];
    const Vec3 guess = point.normal;
    if (!turn_deepest(p, point) || !find_foot(point)) return false;
    point.normal = guess;
    return true;
  }

  // A guess of the normal, with which the point would lie `x` ahead of the wheelset's centre.
  void aim(std::size_t sample, double x, DepthPoint& point) const {
    const double radius = shape_.radius - shape_.wheel.samples[sample].z;
    point.normal.x() = -x / radius * point.normal.z();
  }

  // docs/theory/varying_rails.md (3). The secant through two turns leads to the third.
  bool turn_to_stationary(const ProfileTable::Sample& p, DepthPoint& point) const {
    constexpr int max_turns = 8;
    double x_before = 0, found_before = 0;
    for (int turn = 0; turn < max_turns; ++turn) {
      const double x = point.arm.x();
      const Vec3 used = point.normal;
      if (!find_foot(point) || !turn_deepest(p, point)) return false;
      const double found = point.arm.x();
      if (std::abs(found - x) < tolerance) return true;
      if (turn > 0 && x != x_before) {
        const double slope = (found - found_before) / (x - x_before);
        const double share = slope < 0.8 ? std::clamp(1 / (1 - slope), 0.2, 5.0) : 1;
        point.normal = used + share * (point.normal - used);
        if (!turn_deepest(p, point)) return false;
      }
      x_before = x, found_before = found;
    }
    return find_foot(point);
  }

  // docs/theory/elastic.md (4)
  bool turn_deepest(const ProfileTable::Sample& p, DepthPoint& point) const {
    const Vec3 m = place_.axes.transpose() * point.normal;
    const double length = std::sqrt(m.x() * m.x() + m.z() * m.z());
    if (!(m.z() > 0.7 * length)) return false;
    const double radius = (shape_.radius - p.z) / length;
    point.arm = place_.axes * Vec3(-radius * m.x(), shape_.wheel_lateral + p.y, -radius * m.z());
    return true;
  }

  // docs/theory/elastic.md (3), on the section of the rail at the point's own place.
  bool find_foot(DepthPoint& point) const {
    const RailLine& line = place_.rail;
    const double x = point.arm.x(), s = place_.s + x;
    const RailStretch* stretch = stretch_at(rail_, s);
    if (stretch == nullptr) return false;
    const Vec2 &reference = shape_.rail_reference,
               off = Vec2(place_.y + point.arm.y() - line.y - x * (line.y_slope + x / 2 * line.y_bend),
                          place_.z + point.arm.z() - line.z - x * (line.z_slope + x / 2 * line.z_bend)) -
                     reference;
    const Vec2 q =
        reference + Vec2(cosine_ * off.x() + sine_ * off.y(), -sine_ * off.x() + cosine_ * off.y());
    RailPoint rail;
    for (int step = 0; step < max_steps; ++step) {
      if (!read_rail(*stretch, s, point.rail_s, rail)) return false;
      const double length = rail.along.norm();
      if (!(length > 0)) return false;
      const Vec2 gap = q - rail.at, tangent = rail.along / length;
      const double aside = tangent.dot(gap);
      if (std::abs(aside) < foot_tolerance) {
        set_depth(gap, tangent, rail.ahead, point);
        return true;
      }
      point.rail_s += std::clamp(aside, -max_step, max_step) / length;
    }
    return false;
  }

  // `ahead`: how the section changes along the rail.
  void set_depth(const Vec2& gap, const Vec2& tangent, const Vec2& ahead, DepthPoint& point) const {
    const RailLine& line = place_.rail;
    const double x = point.arm.x();
    point.depth = tangent.y() * gap.x() - tangent.x() * gap.y();
    const double y = -cosine_ * tangent.y() - sine_ * tangent.x(),
                 z = -sine_ * tangent.y() + cosine_ * tangent.x();
    const double slope_y = line.y_slope + line.y_bend * x + cosine_ * ahead.x() - sine_ * ahead.y(),
                 slope_z = line.z_slope + line.z_bend * x + sine_ * ahead.x() + cosine_ * ahead.y();
    point.normal = Vec3(-y * slope_y - z * slope_z, y, z);
  }

  const Shape& shape_;
  const Placement& place_;
  const VaryingRail& rail_;
  double sine_ = 0, cosine_ = 1;
};

}  // namespace flangeway::wheelrail::elastic
