#include "flangeway/geometry/spatial/rows.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "flangeway/core/assertion.hpp"

namespace flangeway::geometry::spatial {
namespace {

constexpr int max_steps = 30;
constexpr double max_newton_step = 2e-3;  // m, of Newton's method along a profile
// Below this residual (m) the last step is taken linearly: its error is its square times a curvature.
constexpr double linear_step = 2e-7;
// Lower bound of dt/ds: a steeper profile does not face the row.
constexpr double min_facing = 0.1;

// A row in the axes of a profile.
struct LocalRow {
  Vec3 origin, along, across, normal;
};

LocalRow in_profile_axes(const Marker& marker, const Row& row, double x) {
  const Mat3 back = marker.axes.transpose();
  return {marker.to_local(Vec3(x, row.y, row.z)), back.col(0), back * row.tangent(), back * row.normal()};
}

// A point of the surface on its way onto a normal.
struct Hit {
  double s = 0, x = 0;  // where on the surface
  double n = 0;         // m along the normal
  bool found = false;
  SurfacePoint at;
};

// Newton's method for the place where the normal through `origin` meets a wheel or a roller.
template <typename Body>
void meet(const Body& body, const LocalRow& row, const Vec3& origin, Hit& hit) {
  hit.found = false;
  for (int step = 0; step < max_steps; ++step) {
    hit.at = surface_point(body, hit.s, hit.x);
    const Vec3 d = hit.at.point - origin;
    const double f = d.dot(row.along), g = d.dot(row.across);
    const double f_x = hit.at.by_x.dot(row.along), f_s = hit.at.by_s.dot(row.along);
    const double g_x = hit.at.by_x.dot(row.across), g_s = hit.at.by_s.dot(row.across);
    const double determinant = f_x * g_s - f_s * g_x;
    if (determinant < min_facing) return;
    const double x_step = (f_s * g - f * g_s) / determinant, s_step = (f * g_x - f_x * g) / determinant;
    hit.x += std::clamp(x_step, -max_newton_step, max_newton_step);
    hit.s += std::clamp(s_step, -max_newton_step, max_newton_step);
    if (std::abs(x_step) + std::abs(s_step) < linear_step) {
      hit.n = d.dot(row.normal) + x_step * hit.at.by_x.dot(row.normal) + s_step * hit.at.by_s.dot(row.normal);
      hit.found = true;
      return;
    }
  }
}

// y and z of a point or direction of the rail profile in track axes.
Vec2 turned(const PlacedRail& rail, const Vec2& v) {
  const Mat3& a = rail.marker.axes;
  return {a(1, 1) * v.x() + a(1, 2) * v.y(), a(2, 1) * v.x() + a(2, 2) * v.y()};
}

double angle_of(const Vec2& direction) {
  return std::atan2(direction.y(), direction.x());
}

// Tangent of the wheel's section at constant x of the track.
Vec2 section_tangent(const PlacedWheel& wheel, const SurfacePoint& at) {
  const Vec3 by_s = wheel.marker.axes * at.by_s, by_x = wheel.marker.axes * at.by_x;
  const Vec3 along = by_s - by_x * (by_s.x() / by_x.x());
  return {along.y(), along.z()};
}

// Distances of a body of revolution along the normals of one row; `missing` where it has ended.
template <typename Body>
void offsets_along(const Body& body, const LocalRow& row, double length, double dx, int count, double missing,
                   double& first_s, double* n) {
  Hit hit;
  hit.s = first_s;
  hit.x = row.origin.x();
  double s_change = 0, x_change = dx;
  for (int i = 0; i < count; ++i) {
    const Hit before = hit;
    if (i > 0) hit.s += s_change, hit.x += x_change;
    meet(body, row, row.origin + i * dx * row.along, hit);
    if (!hit.found) {
      n[i] = missing;
      hit = before;
      hit.x += dx;
      continue;
    }
    n[i] = hit.s >= 0 && hit.s <= length ? hit.n : missing;
    if (i == 0) first_s = hit.s;
    if (i > 0 && before.found) s_change = hit.s - before.s, x_change = hit.x - before.x;
  }
}

// Intersection of the normal of a row with a rail, starting at a guess.
RailOffset rail_offset(const PlacedRail& rail, const Row& row, double guess) {
  const Vec2 origin(rail.marker.origin.y(), rail.marker.origin.z());
  const Vec2 across(std::cos(row.angle), std::sin(row.angle)), normal(-across.y(), across.x());
  double s = guess;
  for (int step = 0; step < max_steps; ++step) {
    const profile::Curve::Frame frame = extended_frame(*rail.rail->curve, s);
    const Vec2 d = origin + turned(rail, frame.point) - Vec2(row.y, row.z), rate = turned(rail, frame.first);
    const double facing = rate.dot(across);
    if (facing < min_facing) break;
    const double change = -d.dot(across) / facing;
    s += std::clamp(change, -max_newton_step, max_newton_step);
    if (std::abs(change) > linear_step) continue;
    if (s >= 0 && s <= rail.rail->curve->length()) return {d.dot(normal) + change * rate.dot(normal), s};
    break;
  }
  return {-far_away, guess};
}

// Arc length at which the chords of a curve, from the field side of the row, cross its normal: nearest to the
// row, of several. A little beyond the ends the curve itself decides.
std::optional<double> nearest_crossing(const std::vector<Vec2>& points, const std::vector<double>& knots,
                                       const Row& row) {
  FLANGEWAY_ASSERT(points.size() >= 2 && points.size() == knots.size(),
                   "a curve has two points at least, each with its knot");
  const Vec2 place(row.y, row.z), across(std::cos(row.angle), std::sin(row.angle)),
      normal(-across.y(), across.x());
  std::optional<double> nearest;
  double least = far_away;
  double before = (points[0] - place).dot(across);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double after = (points[i + 1] - place).dot(across);
    if (before <= 0 && after >= 0 && after > before) {
      const double part = before / (before - after);
      const double n = std::abs((points[i] + part * (points[i + 1] - points[i]) - place).dot(normal));
      if (n < least) least = n, nearest = knots[i] + part * (knots[i + 1] - knots[i]);
    }
    before = after;
  }
  return nearest;
}

}  // namespace

Vec3 Row::tangent() const {
  return {0, std::cos(angle), std::sin(angle)};
}
Vec3 Row::normal() const {
  return {0, -std::sin(angle), std::cos(angle)};
}

void plane_rows(double y, double z, double angle, double first, double ds, int count,
                std::vector<Row>& rows) {
  FLANGEWAY_ASSERT(count >= 0, "a count has no sign");
  rows.clear();
  for (int j = 0; j < count; ++j) {
    const double s = first + j * ds;
    rows.push_back({y + s * std::cos(angle), z + s * std::sin(angle), angle});
  }
}

void curved_rows(const PlacedWheel& wheel, const PlacedRail& rail, const CurvedRows& place,
                 double wheel_s_guess, double first, double ds, int count, std::vector<Row>& rows) {
  rows.clear();
  Hit hit;
  hit.s = wheel_s_guess;
  const Vec2 origin(rail.marker.origin.y(), rail.marker.origin.z());
  for (int j = 0; j < count; ++j) {
    const profile::Curve::Frame frame = extended_frame(*rail.rail->curve, place.rail_s + first + j * ds);
    const Vec2 point = origin + turned(rail, frame.point), tangent = turned(rail, frame.first);
    const Row on_rail{point.x(), point.y(), angle_of(tangent)};
    const LocalRow row = in_profile_axes(wheel.marker, on_rail, place.x);
    const Hit before = hit;
    hit.s += ds;
    meet(wheel, row, row.origin, hit);
    if (!hit.found) {  // the wheel turns away: the rail alone
      hit = before;
      rows.push_back(on_rail);
      continue;
    }
    const Vec3 on_wheel = wheel.marker.to_global(hit.at.point);
    const double share = place.rail_share;
    const double turn = angle_of(section_tangent(wheel, hit.at)) - on_rail.angle;
    rows.push_back({share * on_rail.y + (1 - share) * on_wheel.y(),
                    share * on_rail.z + (1 - share) * on_wheel.z(), on_rail.angle + (1 - share) * turn});
  }
}

double arc_at(const PlacedWheel& wheel, double y, double guess) {
  constexpr int steps = 100;
  double s = guess;
  for (int step = 0; step < steps; ++step) {
    const profile::Curve::Frame frame = extended_frame(*wheel.wheel->curve, s);
    const double change = (y - frame.point.x()) / std::max(min_facing, frame.first.x());
    s += std::clamp(change, -max_newton_step, max_newton_step);
    if (std::abs(change) < 1e-12) break;
  }
  return s;
}

void curved_rows_by_arcs(const PlacedWheel& wheel, const PlacedRail& rail, const CurvedRows& place,
                         double wheel_s_guess, double first, double ds, int count, std::vector<Row>& rows) {
  rows.clear();
  const Vec2 origin(rail.marker.origin.y(), rail.marker.origin.z());
  const Vec2 reference = origin + turned(rail, extended_frame(*rail.rail->curve, place.rail_s).point);
  const Vec3 local = wheel.marker.to_local(Vec3(place.x, reference.x(), reference.y()));
  const double wheel_s = arc_at(wheel, local.y(), wheel_s_guess), share = place.rail_share;
  double x = local.x();
  for (int j = 0; j < count; ++j) {
    const double s = first + j * ds;
    const profile::Curve::Frame frame = extended_frame(*rail.rail->curve, place.rail_s + s);
    const Vec2 on_rail = origin + turned(rail, frame.point);
    SurfacePoint at = surface_point(wheel, wheel_s + s, x);
    for (int step = 0; step < max_steps; ++step) {
      const double missing = place.x - wheel.marker.to_global(at.point).x();
      if (std::abs(missing) < 1e-12) break;
      x += missing / (wheel.marker.axes * at.by_x).x();
      at = surface_point(wheel, wheel_s + s, x);
    }
    const Vec3 on_wheel = wheel.marker.to_global(at.point);
    const double angle = angle_of(turned(rail, frame.first)),
                 turn = angle_of(section_tangent(wheel, at)) - angle;
    rows.push_back({share * on_rail.x() + (1 - share) * on_wheel.y(),
                    share * on_rail.y() + (1 - share) * on_wheel.z(), angle + (1 - share) * turn});
  }
}

double rail_share(double rail_poisson, double rail_shear_modulus, double wheel_poisson,
                  double wheel_shear_modulus) {
  FLANGEWAY_ASSERT(rail_shear_modulus > 0 && wheel_shear_modulus > 0, "shear moduli are positive");
  const double rail = (1 - rail_poisson) * wheel_shear_modulus,
               wheel = (1 - wheel_poisson) * rail_shear_modulus;
  return rail / (rail + wheel);
}

void rail_offsets(const PlacedRail& rail, const std::vector<Row>& rows, double rail_s_guess,
                  std::vector<RailOffset>& offsets) {
  offsets.clear();
  double s = rail_s_guess;
  for (const Row& row : rows) {
    offsets.push_back(rail_offset(rail, row, s));
    if (offsets.back().n != -far_away) s = offsets.back().s;
  }
}

void section_offsets(const PlacedRail& section, const std::vector<Row>& rows,
                     std::vector<RailOffset>& offsets) {
  offsets.clear();
  const Vec2 origin(section.marker.origin.y(), section.marker.origin.z());
  std::vector<Vec2> points = section.rail->curve->points();
  for (Vec2& point : points) point = origin + turned(section, point);
  for (const Row& row : rows) {
    const auto s = nearest_crossing(points, section.rail->curve->knots(), row);
    offsets.push_back(s ? rail_offset(section, row, *s) : RailOffset{-far_away, 0});
  }
}

void wheel_offsets(const PlacedWheel& wheel, const Row& row, double x_first, double dx, int count,
                   double& wheel_s, double* n) {
  offsets_along(wheel, in_profile_axes(wheel.marker, row, x_first), wheel.wheel->curve->length(), dx, count,
                far_away, wheel_s, n);
}

void roller_offsets(const PlacedRail& roller, const Row& row, double x_first, double dx, int count,
                    double& rail_s, double* n) {
  offsets_along(roller, in_profile_axes(roller.marker, row, x_first), roller.rail->curve->length(), dx, count,
                -far_away, rail_s, n);
}

}  // namespace flangeway::geometry::spatial
