#include "flangeway/damage/wheel_wear.hpp"

#include "flangeway/math/types.hpp"

namespace flangeway::damage {
namespace {

constexpr double bin = 5e-4;  // m, less than a patch

}  // namespace

WheelWear::WheelWear(double radius, const profile::Curve& wheel, const profile::Curve& rail)
    : circumference_(2 * pi * radius),
      wheel_(profile::Kind::wheel, wheel, bin),
      rail_(profile::Kind::rail, rail, bin) {}

void WheelWear::add(const PatchWear& wear, double half_width, const ContactPlace& place, double distance) {
  const double wheel = wheel_.arc_at(place.wheel), rail = rail_.arc_at(place.rail);
  const double row_width = 2 * half_width / static_cast<double>(wear.depth.size());
  for (std::size_t row = 0; row < wear.depth.size(); ++row) {
    const double depth = wear.depth[row];
    const double from = place.side * (static_cast<double>(row) * row_width - half_width),
                 to = from + place.side * row_width;
    wheel_.add(wheel + from, wheel + to, depth * distance / circumference_);
    rail_.add(rail + from, rail + to, depth * distance);
  }
  volume_ += wear.volume * distance;
  work_ += wear.t_gamma * distance;
  solved_work_ += wear.solved_t_gamma * distance;
  beyond_ += wear.beyond * distance;
}

}  // namespace flangeway::damage
