#include "flangeway/damage/wheel_wear.hpp"

#include <cmath>

#include "flangeway/math/types.hpp"

namespace flangeway::damage {
namespace {

constexpr double reach = 0.08, bin = 5e-4;  // m, wider than any profile; less than a patch

}  // namespace

WheelWear::WheelWear(double radius)
    : circumference_(2 * pi * radius), wheel_(-reach, reach, bin), rail_(-reach, reach, bin) {}

void WheelWear::add(const PatchWear& wear, const contact::patch::Grid& grid, const ContactPlace& place,
                    double distance) {
  const double across = place.side * std::cos(place.angle);  // a row's way on the profiles
  for (int row = 0; row < grid.ny; ++row) {
    const double depth = wear.depth[static_cast<std::size_t>(row)];
    const double from = across * (grid.y(row) - grid.dy / 2), to = across * (grid.y(row) + grid.dy / 2);
    wheel_.add(place.wheel + from, place.wheel + to, depth * distance / circumference_);
    rail_.add(place.rail + from, place.rail + to, depth * distance);
  }
  volume_ += wear.volume * distance;
  work_ += wear.t_gamma * distance;
  beyond_ += wear.beyond * distance;
}

}  // namespace flangeway::damage
