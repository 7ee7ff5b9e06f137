// Moves a wheelset with S1002 wheels across rails 140RE and prints how it rolls and where it touches. Nothing
// of a vehicle or a track is needed: the rooms profile and geometry stand alone.
#include <fmt/format.h>

#include "flangeway/geometry/sweep.hpp"
#include "flangeway/profile/standard.hpp"

int main() {
  using namespace flangeway;
  const profile::Profile wheel = *profile::standard_profile("s1002");
  const profile::Profile rail = *profile::standard_profile("140re");
  const double wheel_lateral = 0.7515, radius = 0.457;  // m [Escalona2021, Table 4]
  geometry::RailPlacement placement;
  placement.lateral = 0.7555;  // m
  const geometry::PositionSearch search(
      geometry::make_geometry(wheel, wheel, rail, rail, wheel_lateral, radius, placement));

  fmt::print("  y in mm   z - r0 in um   roll in mrad   contact angles in deg (left, right)\n");
  geometry::Position position;
  for (int i = 0; i <= 5; ++i) {
    position = search.at_y(i * 1e-3, 0, position);  // starts from the one before
    fmt::print("{:9.1f} {:14.1f} {:14.3f} {:12.2f} {:8.2f}\n", position.y * 1e3, (position.z - radius) * 1e6,
               position.roll * 1e3, position.left.angle * 180 / pi, position.right.angle * 180 / pi);
  }

  const geometry::Sweep sweep = geometry::sweep(search, {});
  if (const geometry::Jump* jump = geometry::tread_flange_jump(sweep, true)) {
    fmt::print(
        "The flange touches at y = {:.3f} mm: the contact jumps from {:.1f} to {:.1f} mm on the wheel's "
        "profile.\n",
        jump->before.y * 1e3, wheel.curve.point(jump->before.left.wheel_s).x() * 1e3,
        wheel.curve.point(jump->after.left.wheel_s).x() * 1e3);
  }
  return 0;
}
