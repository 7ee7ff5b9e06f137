#include "flangeway/track/centreline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace flangeway::track {

namespace {

// Gauss–Legendre on [-1, 1], 5 points: exact for polynomials up to degree 9 [AbramowitzStegun1964,
// table 25.4].
constexpr std::array<double, 5> nodes{-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                      0.9061798459386640};
constexpr std::array<double, 5> weights{0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                        0.4786286704993665, 0.2369268850561891};

template <typename Function>
double integral(double a, double b, const Function& f) {
  const double middle = (a + b) / 2, half = (b - a) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) sum += weights[i] * f(middle + half * nodes[i]);
  return half * sum;
}

// curvature is that of the plan view; along the inclined centreline the heading turns by cos θ less.
double heading_change(const Alignment& alignment, double a, double b) {
  return integral(a, b, [&](double s) { return alignment.curvature(s) * std::cos(alignment.slope(s)); });
}

// From a to b, either way, with no joint between them.
void advance_smooth(const Alignment& alignment, double a, double b, Place& place) {
  const double middle = (a + b) / 2, half = (b - a) / 2;
  Place sum;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double s = middle + half * nodes[i];
    const double heading = place.heading + heading_change(alignment, a, s), slope = alignment.slope(s);
    sum.x += weights[i] * std::cos(slope) * std::cos(heading);
    sum.y += weights[i] * std::cos(slope) * std::sin(heading);
    sum.z -= weights[i] * std::sin(slope);
  }
  place.heading += heading_change(alignment, a, b);
  place.x += half * sum.x;
  place.y += half * sum.y;
  place.z += half * sum.z;
}

void advance(const Alignment& alignment, const std::vector<double>& joints, double a, double b,
             Place& place) {
  const double low = std::min(a, b), high = std::max(a, b);
  std::vector<double> stops;
  for (auto j = std::upper_bound(joints.begin(), joints.end(), low); j != joints.end() && *j < high; ++j) {
    stops.push_back(*j);
  }
  if (b < a) std::reverse(stops.begin(), stops.end());
  stops.push_back(b);
  for (const double stop : stops) {
    advance_smooth(alignment, a, stop, place);
    a = stop;
  }
}

struct Columns {
  std::vector<std::vector<double>> values;

  void set(std::size_t row, const Place& place, double slope, double cant_angle) {
    const std::array<double, 6> entries{place.x, place.y, place.z, place.heading, slope, cant_angle};
    for (std::size_t c = 0; c < entries.size(); ++c) values[c][row] = entries[c];
  }
};

}  // namespace

std::vector<Place> places_at(const Alignment& alignment, const std::vector<double>& s) {
  constexpr double longest = 4;  // m: the quadrature is exact to rounding
  const std::vector<double> joints = alignment.joints();
  std::vector<Place> places;
  Place place;
  double here = 0;
  for (const double stop : s) {
    const auto steps = std::max(1.0, std::ceil((stop - here) / longest));
    const double from = here;
    for (double i = 1; i <= steps; ++i) {
      const double next = i == steps ? stop : from + (stop - from) * i / steps;
      advance(alignment, joints, here, next, place);
      here = next;
    }
    places.push_back(place);
  }
  return places;
}

math::UniformSpline tabulate_centreline(const Alignment& alignment, double rail_distance, double step,
                                        double run_out) {
  const auto before = static_cast<long>(std::ceil(run_out / step - 1e-9));
  const auto after = static_cast<long>(std::ceil((alignment.length() + run_out) / step - 1e-9));
  const std::vector<double> joints = alignment.joints();
  Columns columns{std::vector(6, std::vector<double>(static_cast<std::size_t>(before + after + 1)))};
  const auto record = [&](long i, const Place& place) {
    const double s = static_cast<double>(i) * step;
    // cant raises the right rail, a positive rotation about x the left one
    const double cant_angle = -std::asin(alignment.cant(s) / rail_distance);
    columns.set(static_cast<std::size_t>(i + before), place, alignment.slope(s), cant_angle);
  };
  record(0, {});
  for (const long direction : {-1L, 1L}) {
    Place place;
    for (long i = 0; i != (direction < 0 ? -before : after); i += direction) {
      advance(alignment, joints, static_cast<double>(i) * step, static_cast<double>(i + direction) * step,
              place);
      record(i + direction, place);
    }
  }
  return {-static_cast<double>(before) * step, step, columns.values};
}

}  // namespace flangeway::track
