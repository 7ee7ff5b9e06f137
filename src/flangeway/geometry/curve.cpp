#include "flangeway/geometry/curve.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::geometry {
namespace {

// Walks outwards from the middle on one side; returns the first index past the end of climbing, or one past
// the last.
struct Outwards {
  const std::vector<Position>& positions;
  bool left;

  [[nodiscard]] const Touch& touch(std::size_t i) const {
    return left ? positions[i].left : positions[i].right;
  }
  // Index of the k-th position from the middle outwards, or nothing at the end.
  [[nodiscard]] std::optional<std::size_t> index(std::size_t middle, std::size_t k) const {
    if (left) return middle + k < positions.size() ? std::optional(middle + k) : std::nullopt;
    return k <= middle ? std::optional(middle - k) : std::nullopt;
  }
};

struct Landmarks {
  std::optional<double> flange, climb;
  std::size_t last;  // index of the outermost position that is kept
};

Landmarks find_landmarks(const Outwards& outwards, std::size_t middle) {
  Landmarks marks{std::nullopt, std::nullopt, middle};
  for (std::size_t k = 0;; ++k) {
    const auto i = outwards.index(middle, k);
    if (!i) return marks;
    marks.last = *i;
    const double angle = outwards.touch(*i).angle, y = outwards.positions[*i].y;
    if (!marks.flange && angle > flange_angle) marks.flange = y;
    if (marks.flange && angle < flange_angle) {
      marks.climb = y;
      return marks;
    }
  }
}

int contact_points(const Sweep& sweep, const Position& position, bool left) {
  const bool two = std::any_of(sweep.jumps.begin(), sweep.jumps.end(), [&](const Jump& jump) {
    return jump.left == left && (jump.before.shift == position.shift || jump.after.shift == position.shift);
  });
  return two ? 2 : 1;
}

}  // namespace

ContactCurve contact_curve(const PositionSearch& search, double gauge_variation, double shift_step) {
  FLANGEWAY_ASSERT(shift_step > 0, "shifts are a distance apart");
  SweepRange range;
  range.gauge_variation = gauge_variation;
  range.shift_max += std::abs(gauge_variation) / 2;  // a wide gauge moves the flanges outwards
  range.shift_step = shift_step;
  const Sweep motion = sweep(search, range);
  ContactCurve curve;
  curve.gauge_variation = gauge_variation;
  if (motion.positions.empty()) return curve;
  std::size_t middle = 0;
  while (motion.positions[middle].shift < 0) ++middle;
  const Landmarks left = find_landmarks({motion.positions, true}, middle);
  const Landmarks right = find_landmarks({motion.positions, false}, middle);
  curve.flange_contact[0] = left.flange;
  curve.flange_contact[1] = right.flange;
  curve.climb_end[0] = left.climb;
  curve.climb_end[1] = right.climb;
  for (std::size_t i = right.last; i <= left.last; ++i) {
    const Position& p = motion.positions[i];
    curve.y.push_back(p.y);
    curve.z.push_back(p.z);
    curve.roll.push_back(p.roll);
    for (const bool is_left : {true, false}) {
      const std::size_t side = is_left ? 0 : 1;
      const Touch& touch = is_left ? p.left : p.right;
      const Side& shapes = is_left ? search.left().side() : search.right().side();
      curve.rolling_radius[side].push_back(shapes.radius - shapes.wheel.point(touch.wheel_s).y());
      curve.contact_angle[side].push_back(touch.angle);
      curve.wheel_s[side].push_back(shapes.wheel.point(touch.wheel_s).x());
      curve.rail_s[side].push_back(lateral_in_rail_profile(shapes, shapes.rail.point(touch.rail_s)));
      curve.points[side].push_back(contact_points(motion, p, is_left));
    }
  }
  return curve;
}

}  // namespace flangeway::geometry
