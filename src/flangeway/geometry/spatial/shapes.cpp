#include "flangeway/geometry/spatial/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::geometry::spatial {
namespace {

// As the program CONTACT takes it: at y = 0 of the line between two points, or the nearest point.
double origin_of(const profile::Curve& curve) {
  const std::vector<Vec2> points = curve.points();
  const std::vector<double>& knots = curve.knots();
  const auto left = [](const Vec2& a, const Vec2& b) { return a.x() < b.x(); };
  const bool grows = std::adjacent_find(points.begin(), points.end(), [&](const Vec2& a, const Vec2& b) {
                       return !left(a, b);
                     }) == points.end();
  if (!grows || points.front().x() > 0 || points.back().x() < 0) {
    const auto nearest = std::min_element(points.begin(), points.end(), [](const Vec2& a, const Vec2& b) {
      return a.squaredNorm() < b.squaredNorm();
    });
    return knots[static_cast<std::size_t>(nearest - points.begin())];
  }
  const auto beyond = std::upper_bound(points.begin() + 1, points.end() - 1, Vec2(0, 0), left);
  const auto i = static_cast<std::size_t>(beyond - points.begin());
  const double part = -points[i - 1].x() / (points[i].x() - points[i - 1].x());
  return knots[i - 1] + part * (knots[i] - knots[i - 1]);
}

}  // namespace

Samples sample(const profile::Curve& curve) {
  Samples samples;
  const auto intervals = static_cast<std::size_t>(std::max(2.0, std::ceil(curve.length() / sample_spacing)));
  samples.spacing = curve.length() / static_cast<double>(intervals);
  for (std::size_t i = 0; i <= intervals; ++i) {
    const double s = std::min(samples.spacing * static_cast<double>(i), curve.length());
    const profile::Curve::Frame frame = curve.frame(s);
    const Vec2 tangent = frame.first.normalized();
    samples.s.push_back(s);
    samples.y.push_back(frame.point.x());
    samples.z.push_back(frame.point.y());
    samples.slope_y.push_back(tangent.x());
    samples.slope_z.push_back(tangent.y());
  }
  return samples;
}

Wheel make_wheel(std::shared_ptr<const profile::Curve> curve) {
  Samples samples = sample(*curve);
  return {std::move(curve), std::move(samples)};
}

Rail make_rail(std::shared_ptr<const profile::Curve> curve) {
  Samples samples = sample(*curve);
  const double origin = origin_of(*curve);
  return {std::move(curve), std::move(samples), origin};
}

profile::Curve::Frame extended_frame(const profile::Curve& curve, double s) {
  const double inside = std::clamp(s, 0.0, curve.length());
  profile::Curve::Frame frame = curve.frame(inside);
  if (s != inside) {
    frame.point += (s - inside) * frame.first;
    frame.second.setZero();
  }
  return frame;
}

SurfacePoint surface_point(const PlacedWheel& wheel, double s, double x) {
  const profile::Curve::Frame frame = extended_frame(*wheel.wheel->curve, s);
  const double radius = wheel.axle_height - frame.point.y();
  const double depth = std::sqrt(radius * radius - x * x);
  return {Vec3(x, frame.point.x(), wheel.axle_height - depth), Vec3(1, 0, x / depth),
          Vec3(0, frame.first.x(), frame.first.y() * radius / depth)};
}

SurfacePoint surface_point(const PlacedRail& roller, double s, double x) {
  const profile::Curve::Frame frame = extended_frame(*roller.rail->curve, s);
  const double radius = *roller.roller_radius + frame.point.y(), height = std::sqrt(radius * radius - x * x);
  return {Vec3(x, frame.point.x(), height - *roller.roller_radius), Vec3(1, 0, -x / height),
          Vec3(0, frame.first.x(), frame.first.y() * radius / height)};
}

}  // namespace flangeway::geometry::spatial
