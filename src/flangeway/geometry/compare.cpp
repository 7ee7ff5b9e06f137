#include "flangeway/geometry/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/root.hpp"

namespace flangeway::geometry {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

struct Span {
  double from, to;  // y
};

// From the steepest contact of the right wheel to that of the left one.
Span before_climbing(const Sweep& motion) {
  const auto& all = motion.positions;
  const auto left = std::max_element(all.begin(), all.end(), [](const Position& a, const Position& b) {
    return a.left.angle < b.left.angle;
  });
  const auto right = std::max_element(all.begin(), all.end(), [](const Position& a, const Position& b) {
    return a.right.angle < b.right.angle;
  });
  return {right->y, left->y};
}

struct HeightAndRoll {
  double z = nothing, roll = nothing;
};

HeightAndRoll by_table(const LookupTable& table, double y, double gauge) {
  LookupInput input;
  input.y = y;
  input.gauge = gauge;
  const LookupPlace place = locate(table, input);
  if (!place.inside) return {};
  const LookupMotion motion = lookup_motion(place);
  return {motion.value[0], motion.value[1]};
}

// The knives' position is known over the shift; near `shift` lies the one with this y.
HeightAndRoll by_knives(const KecProfiles& profiles, double y, double shift, double gauge) {
  constexpr double reach = 1e-3;  // [m] more than the two ways ever differ in shift
  const auto error = [&](double u) {
    const KecPosition p = kec_position(profiles, u, gauge);
    return p.found ? p.y - y : nothing;
  };
  const double at = math::find_root(error, shift - reach, shift + reach, 1e-13);
  if (!std::isfinite(at)) return {};
  const KecPosition p = kec_position(profiles, at, gauge);
  return {p.z, p.roll};
}

void append(MethodCurves& curves, Way way, const HeightAndRoll& position) {
  curves.z[way].push_back(position.z);
  curves.roll[way].push_back(position.roll);
}

void keep_larger(Largest& largest, double a, double b, double y, double gauge) {
  const double difference = std::abs(a - b);
  if (std::isnan(difference)) return;
  ++largest.count;
  if (difference < largest.value) return;
  largest.value = difference;
  largest.y = y;
  largest.gauge_variation = gauge;
}

}  // namespace

MethodCurves compare_methods(const PositionSearch& search, const LookupTable& table,
                             const KecProfiles& profiles, double gauge_variation, double step) {
  FLANGEWAY_ASSERT(step > 0, "displacements are a distance apart");
  MethodCurves curves;
  curves.gauge_variation = gauge_variation;
  SweepRange range;
  range.gauge_variation = gauge_variation;
  const Sweep motion = sweep(search, range);
  if (motion.positions.empty()) return curves;
  const Span span = before_climbing(motion);
  const Position centred = search.at_y(std::clamp(0.0, span.from, span.to), gauge_variation, {});
  for (const long direction : {-1L, 1L}) {
    Position real = centred;
    for (long i = direction < 0 ? -1 : 0;; i += direction) {
      const double y = static_cast<double>(i) * step;
      if (y < span.from || y > span.to) break;
      real = search.at_y(y, gauge_variation, real);
      if (!real.found) break;
      curves.y.push_back(y);
      curves.flange.push_back(std::max(real.left.angle, real.right.angle) > flange_angle);
      append(curves, searched, {real.z, real.roll});
      append(curves, lut, by_table(table, y, gauge_variation));
      append(curves, kec, by_knives(profiles, y, real.shift, gauge_variation));
    }
    if (direction > 0) continue;
    std::reverse(curves.y.begin(), curves.y.end());
    std::reverse(curves.flange.begin(), curves.flange.end());
    for (auto* columns : {&curves.z, &curves.roll}) {
      for (auto& column : *columns) std::reverse(column.begin(), column.end());
    }
  }
  return curves;
}

LargestDifference largest_difference(const std::vector<MethodCurves>& curves, Way a, Way b, bool flange) {
  LargestDifference result;
  for (const MethodCurves& c : curves) {
    for (std::size_t i = 0; i < c.y.size(); ++i) {
      if (c.flange[i] != flange) continue;
      keep_larger(result.z, c.z[a][i], c.z[b][i], c.y[i], c.gauge_variation);
      keep_larger(result.roll, c.roll[a][i], c.roll[b][i], c.y[i], c.gauge_variation);
    }
  }
  return result;
}

}  // namespace flangeway::geometry
