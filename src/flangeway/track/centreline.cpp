#include "flangeway/track/centreline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "flangeway/core/assertion.hpp"
#include "flangeway/track/quadrature.hpp"

namespace flangeway::track {

namespace {

// curvature is that of the plan view; along the inclined centreline the heading turns by cos θ less.
double heading_change(const Alignment& alignment, double a, double b) {
  return integral(a, b, [&](double s) { return alignment.curvature(s) * std::cos(alignment.slope(s)); });
}

// From a to b, either way, with no joint between them.
void advance_smooth(const Alignment& alignment, double a, double b, Place& place) {
  const double middle = (a + b) / 2, half = (b - a) / 2;
  Place sum;
  for (std::size_t i = 0; i < gauss_nodes.size(); ++i) {
    const double s = middle + half * gauss_nodes[i];
    const double heading = place.heading + heading_change(alignment, a, s), slope = alignment.slope(s);
    sum.x += gauss_weights[i] * std::cos(slope) * std::cos(heading);
    sum.y += gauss_weights[i] * std::cos(slope) * std::sin(heading);
    sum.z -= gauss_weights[i] * std::sin(slope);
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
  constexpr double max_interval = 4;  // m: the quadrature is exact to rounding
  const std::vector<double> joints = alignment.joints();
  std::vector<Place> places;
  Place place;
  double here = 0;
  for (const double stop : s) {
    const auto steps = std::max(1.0, std::ceil((stop - here) / max_interval));
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
  FLANGEWAY_ASSERT(step > 0, "a table has a step");
  FLANGEWAY_ASSERT(run_out >= 0, "a run-out has no sign");
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
