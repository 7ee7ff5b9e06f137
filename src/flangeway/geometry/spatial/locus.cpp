#include "flangeway/geometry/spatial/locus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/geometry/spatial/roller.hpp"

namespace flangeway::geometry::spatial {
namespace {

constexpr double no_contact = std::numeric_limits<double>::infinity();
constexpr double max_sine = 0.5;  // sine of the angle around the axle beyond which a wheel is not searched
// sin of the angle around the axle at which the surface has no slope along the track, for profile tangent
// (ty, tz); beyond ±1 there is none.
double level_sine(const Mat3& axes, double ty, double tz) {
  const double a = axes(0, 0), b = axes(0, 2);
  const double square = a * a + b * b, q = -axes(0, 1) * tz / ty;
  if (q * q >= square) return 2;
  return (q * a + std::sqrt(square - q * q) * b) / square;
}

// Second derivative of the wheel's height along the direction `along` (wheel axes) at constant y, without the
// curvature of its profile, whose share is the square of the yaw.
double curvature_along(const PlacedWheel& wheel, const Vec3& along, double radius, double x, double depth,
                       double slope) {
  const Mat3& r = wheel.marker.axes;
  const double numerator =
      along.x() * along.x() + along.z() * along.z() - along.y() * along.y() * slope * slope;
  const double down = x * r(2, 0) + radius * slope * r(2, 1) - depth * r(2, 2);
  return -numerator / down;
}

// The point of the profile at a sine of the angle around the axle; returns how far below the axle it lies.
double set_point(const PlacedWheel& wheel, std::size_t i, double sine, LocusPoint& out) {
  const Samples& samples = wheel.wheel->samples;
  const double radius = wheel.axle_height - samples.z[i];
  out.wheel_s = samples.s[i];
  out.wheel_x = radius * sine;
  const double depth = std::sqrt(radius * radius - out.wheel_x * out.wheel_x);
  const Vec3 at = wheel.marker.to_global(Vec3(out.wheel_x, samples.y[i], wheel.axle_height - depth));
  out.x = at.x(), out.y = at.y(), out.z = at.z();
  return depth;
}

// The normal of a body of revolution meets its axle, so that its moment about another axle is linear in the
// sine and the cosine of its angle: S sin θ + C cos θ + D = 0 where it meets both.
// docs/theory/patch_geometry.md, eq. 1
class CommonNormal {
 public:
  CommonNormal(const PlacedWheel& wheel, const PlacedRail& roller)
      : wheel_(wheel), up_(wheel.marker.axes.row(2)) {
    const Mat3 back = wheel.marker.axes.transpose();
    direction_ = back * roller.marker.axes.col(1);
    arm_ = back * (wheel.marker.origin - axle_of(roller)) + Vec3(0, 0, wheel.axle_height);
  }

  /// Sine of the angle of a sample with the wheel lowered by `gap` (m); beyond ±1 there is none.
  [[nodiscard]] double sine(std::size_t i, double gap) const {
    const Samples& samples = wheel_.wheel->samples;
    const double ty = samples.slope_y[i], tz = samples.slope_z[i];
    const Vec3 u = arm_ + Vec3(0, samples.y[i], 0) - gap * up_;
    const double k = u.y() * ty - (wheel_.axle_height - samples.z[i]) * tz;
    const double s = direction_.z() * k - direction_.y() * u.z() * ty,
                 c = direction_.x() * k - direction_.y() * u.x() * ty,
                 d = tz * (direction_.x() * u.z() - direction_.z() * u.x());
    const double square = s * s + c * c;
    return d * d < square ? (c * std::sqrt(square - d * d) - d * s) / square : 2;
  }

 private:
  const PlacedWheel& wheel_;
  Vec3 up_, direction_, arm_;  // wheel axes
};

bool set_place(const PlacedWheel& wheel, std::size_t i, LocusPoint& out) {
  const Samples& samples = wheel.wheel->samples;
  const double ty = samples.slope_y[i], tz = samples.slope_z[i];
  if (ty < 1e-6) return false;
  const double sine = level_sine(wheel.marker.axes, ty, tz);
  if (std::abs(sine) > max_sine) return false;
  const double depth = set_point(wheel, i, sine, out);
  out.curvature = curvature_along(wheel, wheel.marker.axes.row(0), wheel.axle_height - samples.z[i],
                                  out.wheel_x, depth, tz / ty);
  return true;
}

double gap_of(const PlacedRail& rail, const LocusPoint& point) {
  return point.z - (rail.roller_radius ? height_at(rail, point.y, point.rail, point.x) : point.rail.z);
}

// Curvature of both surfaces, which have the same slope there.
double curvature_on_roller(const PlacedWheel& wheel, const PlacedRail& roller, std::size_t i, double depth,
                           const LocusPoint& point) {
  const Samples& samples = wheel.wheel->samples;
  const Mat3& axes = wheel.marker.axes;
  const double radius = radius_at(roller, point.y, point.rail.z),
               height = std::sqrt(radius * radius - point.x * point.x);
  const Vec3 along = axes.row(0) - point.x / height * axes.row(2);
  return curvature_along(wheel, along, wheel.axle_height - samples.z[i], point.wheel_x, depth,
                         samples.slope_z[i] / samples.slope_y[i]) +
         radius * radius / (height * height * height);
}

// The vertical gap is stationary along x: an error of the place counts by its square, and two turns are
// enough.
bool set_place_on_roller(const PlacedWheel& wheel, const PlacedRail& roller, const CommonNormal& normal,
                         const RailTop& top, std::size_t i, std::size_t& hint, LocusPoint& out) {
  if (wheel.wheel->samples.slope_y[i] < 1e-6) return false;
  out.gap = 0;
  double depth = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const double sine = normal.sine(i, out.gap);
    if (!(std::abs(sine) <= max_sine)) return false;
    depth = set_point(wheel, i, sine, out);
    if (!look_up(top, out.y, hint, out.rail)) return false;
    out.gap = gap_of(roller, out);
    if (!std::isfinite(out.gap)) return false;
  }
  out.curvature = curvature_on_roller(wheel, roller, i, depth, out);
  return true;
}

void find_locus_on_roller(const PlacedWheel& wheel, const PlacedRail& roller, const RailTop& top,
                          Locus& locus) {
  const CommonNormal normal(wheel, roller);
  std::size_t hint = 0;
  LocusPoint point;
  for (std::size_t i = 0; i < wheel.wheel->samples.s.size(); ++i) {
    if (!set_place_on_roller(wheel, roller, normal, top, i, hint, point)) continue;
    locus.min_gap = std::min(locus.min_gap, point.gap);
    locus.points.push_back(point);
  }
}

// Places where the locus is interrupted are further apart on the wheel.
bool connected(const LocusPoint& a, const LocusPoint& b) {
  return std::abs(b.wheel_s - a.wheel_s) < 1.5 * sample_spacing;
}

double least_y(const PlacedRail& rail) {
  double least = no_contact;
  for (const Vec2& point : rail.rail->curve->points())
    least = std::min(least, rail.marker.to_global(Vec3(0, point.x(), point.y())).y());
  return least;
}

// The locus at y between two samples, by the cubic through them and their neighbours; at an end of the locus
// by the line.
LocusPoint between(const std::vector<LocusPoint>& samples, std::size_t i, double y) {
  FLANGEWAY_ASSERT(i + 1 < samples.size(), "the sample has a neighbour");
  const bool inner = i > 0 && i + 2 < samples.size() && connected(samples[i - 1], samples[i]) &&
                     connected(samples[i + 1], samples[i + 2]) && samples[i - 1].y < samples[i].y &&
                     samples[i + 1].y < samples[i + 2].y;
  const std::size_t first = inner ? i - 1 : i, end = inner ? i + 3 : i + 2;
  LocusPoint at;
  for (std::size_t a = first; a < end; ++a) {
    double weight = 1;  // Lagrange's
    for (std::size_t b = first; b < end; ++b)
      if (b != a) weight *= (y - samples[b].y) / (samples[a].y - samples[b].y);
    at.wheel_s += weight * samples[a].wheel_s, at.wheel_x += weight * samples[a].wheel_x;
    at.x += weight * samples[a].x, at.z += weight * samples[a].z;
    at.curvature += weight * samples[a].curvature;
  }
  at.y = y;
  return at;
}

}  // namespace

bool connected(const Locus& locus, const LocusPoint& a, const LocusPoint& b) {
  return locus.row_spacing > 0 ? std::abs(b.y - a.y) < 1.5 * locus.row_spacing : connected(a, b);
}

void find_locus(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top, Locus& locus) {
  locus.points.clear();
  locus.min_gap = no_contact;
  locus.row_spacing = 0;
  if (rail.roller_radius) return find_locus_on_roller(wheel, rail, top, locus);
  std::size_t hint = 0;
  LocusPoint point;
  for (std::size_t i = 0; i < wheel.wheel->samples.s.size(); ++i) {
    if (!set_place(wheel, i, point)) continue;
    if (!look_up(top, point.y, hint, point.rail)) continue;
    point.gap = point.z - point.rail.z;
    locus.min_gap = std::min(locus.min_gap, point.gap);
    locus.points.push_back(point);
  }
}

void take_rows(const PlacedRail& rail, const RailTop& top, double spacing, Locus& locus) {
  FLANGEWAY_ASSERT(spacing > 0, "rows are a distance apart");
  std::vector<LocusPoint> samples;
  samples.swap(locus.points);
  locus.min_gap = no_contact;
  locus.row_spacing = spacing;
  const double origin = least_y(rail);
  double next_row = 0;
  std::size_t hint = 0;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
    if (!connected(samples[i], samples[i + 1]) || !(samples[i].y < samples[i + 1].y)) continue;
    double row = std::max(next_row, std::ceil((samples[i].y - origin) / spacing));
    for (; origin + row * spacing <= samples[i + 1].y; ++row) {
      LocusPoint point = between(samples, i, origin + row * spacing);
      next_row = row + 1;
      if (!look_up(top, point.y, hint, point.rail)) continue;
      point.gap = gap_of(rail, point);
      locus.min_gap = std::min(locus.min_gap, point.gap);
      locus.points.push_back(point);
    }
  }
}

void sharpen(const PlacedRail& rail, double limit, Locus& locus) {
  locus.min_gap = no_contact;
  for (LocusPoint& point : locus.points) {
    if (point.gap <= limit) {
      sharpen(rail, point.y, point.rail);
      point.gap = gap_of(rail, point);
    }
    locus.min_gap = std::min(locus.min_gap, point.gap);
  }
}

void raise(double rise, Locus& locus) {
  for (LocusPoint& point : locus.points) point.gap += rise, point.z += rise;
  locus.min_gap += rise;
}

}  // namespace flangeway::geometry::spatial
