#include "flangeway/profile/curve.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/cubic_spline.hpp"

namespace flangeway::profile {
namespace {

using Cubic = std::array<Vec2, 4>;

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}
double turn(const Vec2& from, const Vec2& to) {
  return std::atan2(cross(from, to), from.dot(to));
}

Vec2 first_derivative(const Cubic& c, double t) {
  return c[1] + t * (2 * c[2] + 3 * t * c[3]);
}

// Length of one piece, Gauss–Legendre with 5 points: exact to rounding for the gentle pieces of a profile.
double piece_length(const Cubic& c, double h) {
  constexpr std::array<double, 5> at{-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                     0.9061798459386640};
  constexpr std::array<double, 5> weight{0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                         0.4786286704993665, 0.2369268850561891};
  double sum = 0;
  for (std::size_t i = 0; i < 5; ++i) sum += weight[i] * first_derivative(c, h * (1 + at[i]) / 2).norm();
  return sum * h / 2;
}

// Splines through points[first…last] over the given parameter, appended to `cubics`.
void fit_part(const std::vector<Vec2>& points, const std::vector<double>& parameter, std::size_t first,
              std::size_t last, std::vector<Cubic>& cubics) {
  FLANGEWAY_ASSERT(first < last && last < points.size(), "a part has two points at least");
  std::vector<double> s, y, z;
  for (std::size_t i = first; i <= last; ++i) {
    s.push_back(parameter[i]);
    y.push_back(points[i].x());
    z.push_back(points[i].y());
  }
  const math::CubicSpline spline_y(s, std::move(y)), spline_z(s, std::move(z));
  for (std::size_t i = 0; i < last - first; ++i) {
    const auto a = spline_y.coefficients(i), b = spline_z.coefficients(i);
    cubics.push_back({Vec2(a[0], b[0]), Vec2(a[1], b[1]), Vec2(a[2], b[2]), Vec2(a[3], b[3])});
  }
}

std::vector<Cubic> fit(const std::vector<Vec2>& points, const std::vector<double>& parameter,
                       const std::vector<std::size_t>& breaks) {
  std::vector<Cubic> cubics;
  std::size_t first = 0;
  for (const std::size_t last : breaks) {
    fit_part(points, parameter, first, last, cubics);
    first = last;
  }
  fit_part(points, parameter, first, points.size() - 1, cubics);
  return cubics;
}

std::vector<double> chord_lengths(const std::vector<Vec2>& points) {
  std::vector<double> s{0};
  for (std::size_t i = 1; i < points.size(); ++i) s.push_back(s.back() + (points[i] - points[i - 1]).norm());
  return s;
}

}  // namespace

Curve::Curve(const std::vector<Vec2>& points, const std::vector<std::size_t>& breaks) {
  FLANGEWAY_ASSERT(points.size() >= 2, "a curve has two points at least");
  knots_ = chord_lengths(points);
  cubics_ = fit(points, knots_, breaks);
  // Each round replaces the parameter by the length of the curve that it gives; on smooth points one round
  // gains about four digits. Rough points (measured ones) do not settle further after a few. Where points
  // leap back and forth the spline overshoots and rounds would lengthen it more and more: a piece is held to
  // twice its chord.
  const std::vector<double> chords = knots_;
  for (int round = 0; round < 8; ++round) {
    std::vector<double> s{0};
    double change = 0;
    for (std::size_t i = 0; i < cubics_.size(); ++i) {
      const double h = knots_[i + 1] - knots_[i], chord = chords[i + 1] - chords[i];
      const double length = std::min(piece_length(cubics_[i], h), 2 * chord);
      change = std::max(change, std::abs(length / h - 1));
      s.push_back(s.back() + length);
    }
    if (change < 1e-13) break;
    knots_ = std::move(s);
    cubics_ = fit(points, knots_, breaks);
  }
  for (const std::size_t i : breaks) breaks_.push_back(knots_[i]);
  index_intervals();
  accumulate_angles();
}

void Curve::index_intervals() {
  const std::size_t count = 2 * cubics_.size();
  std::size_t at = 0;
  bins_.clear();
  for (std::size_t bin = 0; bin < count; ++bin) {
    const double s = length() * static_cast<double>(bin) / static_cast<double>(count);
    while (at + 1 < cubics_.size() && knots_[at + 1] <= s) ++at;
    bins_.push_back(at);
  }
}

void Curve::accumulate_angles() {
  angles_.clear();
  Vec2 direction(1, 0);
  double angle = 0;
  for (std::size_t i = 0; i < cubics_.size(); ++i) {
    // The turn within an interval is taken in two halves, each well below π for any sensible curve.
    const double h = knots_[i + 1] - knots_[i];
    const Vec2 begin = cubics_[i][1], middle = first_derivative(cubics_[i], h / 2),
               end = first_derivative(cubics_[i], h);
    angle += turn(direction, begin);
    angles_.push_back(angle);
    angle += turn(begin, middle) + turn(middle, end);
    direction = end;
  }
}

std::size_t Curve::interval(double s) const {
  FLANGEWAY_ASSERT(!cubics_.empty(), "the curve has a piece");
  const double place = s / length() * static_cast<double>(bins_.size());
  std::size_t i = place > 0 ? bins_[std::min(static_cast<std::size_t>(place), bins_.size() - 1)] : 0;
  while (i > 0 && s < knots_[i]) --i;  // the place may be rounded into the next bin
  while (i + 1 < cubics_.size() && s >= knots_[i + 1]) ++i;
  return i;
}

Curve::Frame Curve::frame(double s) const {
  const std::size_t i = interval(s);
  const Cubic& c = cubics_[i];
  const double t = s - knots_[i];
  return {c[0] + t * (c[1] + t * (c[2] + t * c[3])), first_derivative(c, t), 2 * c[2] + 6 * t * c[3]};
}

Vec2 Curve::point(double s) const {
  const double inside = std::clamp(s, 0.0, length());
  const std::size_t i = interval(inside);
  const Cubic& c = cubics_[i];
  const double t = inside - knots_[i];
  const Vec2 at = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
  return s == inside ? at : Vec2(at + (s - inside) * tangent(inside));
}

Curve::Derivatives Curve::derivatives(double s) const {
  const double inside = std::clamp(s, 0.0, length());
  const std::size_t i = interval(inside);
  const Cubic& c = cubics_[i];
  const double t = inside - knots_[i];
  return {first_derivative(c, t), 2 * c[2] + 6 * t * c[3]};
}

Vec2 Curve::tangent(double s) const {
  return derivatives(s).first.normalized();
}

double Curve::curvature(double s) const {
  if (s < 0 || s > length()) return 0;
  const auto [first, second] = derivatives(s);
  const double speed = first.norm();
  return cross(first, second) / (speed * speed * speed);
}

double Curve::angle(double s) const {
  const double inside = std::clamp(s, 0.0, length());
  const std::size_t i = interval(inside);
  const Cubic& c = cubics_[i];
  const double t = inside - knots_[i];
  const Vec2 middle = first_derivative(c, t / 2);
  return angles_[i] + turn(c[1], middle) + turn(middle, first_derivative(c, t));
}

std::vector<Vec2> Curve::points() const {
  std::vector<Vec2> points;
  for (const Cubic& c : cubics_) points.push_back(c[0]);
  points.push_back(point(length()));
  return points;
}

Curve Curve::moved(const Vec2& shift) const {
  Curve copy = *this;
  for (Cubic& c : copy.cubics_) c[0] += shift;
  return copy;
}

double smoothed_curvature(const Curve& curve, double s, double window) {
  const double begin = std::max(0.0, s - window / 2), end = std::min(curve.length(), s + window / 2);
  return (curve.angle(end) - curve.angle(begin)) / (end - begin);
}

}  // namespace flangeway::profile
