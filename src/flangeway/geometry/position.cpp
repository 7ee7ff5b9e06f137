#include "flangeway/geometry/position.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::geometry {
namespace {

constexpr double roll_limit = 0.2;          // [rad] far beyond any derailment
constexpr double height_tolerance = 1e-14;  // [m]

// d(touching height)/d(roll) at fixed shift, in left-hand coordinates: the wheel turns about the point r0
// below its centre. From z = z_rail(y + arm_y) − arm_z, y = u − r0 sin(roll), and the envelope theorem for
// the contact point.
double height_slope(const Touch& touch, double roll, double radius) {
  return std::tan(touch.angle) * (-radius * std::cos(roll) - touch.arm.y()) - touch.arm.x();
}

}  // namespace

void set_rates(double radius, Position& position) {
  // Each contact forbids motion along its normal: dz = tan α (dy − arm_z dφ) − arm_y dφ on the left, the
  // mirror image on the right. Eliminating dz leaves dy : dφ.
  const double tan_left = std::tan(position.left.angle), tan_right = std::tan(position.right.angle);
  const double roll_part = tan_left + tan_right;
  const double y_part = tan_left * position.left.arm.y() + position.left.arm.x() +
                        tan_right * position.right.arm.y() + position.right.arm.x();
  const double shift_part = y_part + radius * std::cos(position.roll) * roll_part;
  position.y_rate = y_part / shift_part;
  position.roll_rate = roll_part / shift_part;
  const double dz_left = tan_left * (position.y_rate - position.left.arm.y() * position.roll_rate) -
                         position.left.arm.x() * position.roll_rate;
  const double dz_right = -tan_right * (position.y_rate - position.right.arm.y() * position.roll_rate) +
                          position.right.arm.x() * position.roll_rate;
  position.z_rate = (dz_left + dz_right) / 2;
}

Position PositionSearch::at_shift(double shift, double gauge_variation, double roll_guess,
                                  const TouchLimits& limits) const {
  Position position;
  position.shift = shift;
  const auto evaluate = [&](double roll) {
    position.roll = roll;
    position.y = shift - radius_ * std::sin(roll);
    position.left = left_.first_touch(position.y - gauge_variation / 2, roll, limits.left_wheel_s);
    position.right = right_.first_touch(-position.y - gauge_variation / 2, -roll, limits.right_wheel_s);
    return position.left.height - position.right.height;
  };
  double low = -roll_limit, high = roll_limit;  // the difference of heights falls with roll
  double roll = roll_guess;
  for (int i = 0; i < 60; ++i) {
    const double difference = evaluate(roll);
    if (!position.left.found() || !position.right.found()) {
      if (i > 0 && roll != 0) {  // a wild step left the rail: come back towards the guess
        roll = (roll + roll_guess) / 2;
        if (std::abs(roll - roll_guess) > 1e-6) continue;
      }
      return position;
    }
    (difference > 0 ? low : high) = roll;
    const double slope =
        height_slope(position.left, roll, radius_) + height_slope(position.right, -roll, radius_);
    double next = roll - difference / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(difference) < height_tolerance || next == roll || high - low < 1e-17) break;
    roll = next;
  }
  position.z = (position.left.height + position.right.height) / 2;
  position.found =
      std::isfinite(position.z) && std::isfinite(position.roll);  // else a wheel is beside its rail
  if (!position.found) return position;
  set_rates(radius_, position);
  return position;
}

Position PositionSearch::at_y(double y, double gauge_variation, const Position& guess,
                              const TouchLimits& limits) const {
  Position position = guess;
  double low = -0.1, high = 0.1;  // [m] bracket of the shift, narrowed as it goes
  double shift = guess.found ? guess.shift + (y - guess.y) / std::max(guess.y_rate, 0.05) : y;
  for (int i = 0; i < 60; ++i) {
    position = at_shift(shift, gauge_variation, position.found ? position.roll : 0, limits);
    if (!position.found) return position;
    const double difference = position.y - y;
    (difference > 0 ? high : low) = shift;
    if (std::abs(difference) < 1e-14 || high - low < 1e-16) break;
    double next = shift - difference / std::max(position.y_rate, 0.05);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (next == shift) break;
    shift = next;
  }
  return position;
}

}  // namespace flangeway::geometry
