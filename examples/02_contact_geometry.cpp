// Moves a wheelset with S1002 wheels across rails 140RE and prints how it rolls and where it touches. Nothing
// of a vehicle or a track is needed.
#include <cmath>
#include <cstdio>
#include <vector>

#include "flangeway/contact_geometry.hpp"

int main() {
  using namespace flangeway;
  const Profile wheel = Profile::load("s1002"), rail = Profile::load("140re");
  WheelsetPlacement placement;  // [Escalona2021, Table 4], m
  placement.tape_circle_distance = 2 * 0.7515;
  placement.rail_position = 0.7555;
  placement.inclination = 0;
  placement.radius = 0.457;
  const ContactGeometry pair(wheel, rail, placement);

  const auto degrees = [](double angle) { return angle * 180 / std::acos(-1.0); };
  std::printf("  y in mm   z - r0 in um   roll in mrad   contact angles in deg (left, right)\n");
  const std::vector<double> lateral{0, 1e-3, 2e-3, 3e-3, 4e-3, 5e-3};  // m
  for (const WheelsetPosition& at : pair.positions(lateral))
    std::printf("%9.1f %14.1f %14.3f %12.2f %8.2f\n", at.y * 1e3, (at.z - placement.radius) * 1e6,
                at.roll * 1e3, degrees(at.left.angle), degrees(at.right.angle));

  if (const auto jump = pair.flange_jump())
    std::printf(
        "The flange touches at y = %.3f mm: the contact jumps from %.1f to %.1f mm on the wheel's profile.\n",
        jump->before.y * 1e3, wheel.at(jump->before.left.wheel_s).y * 1e3,
        wheel.at(jump->after.left.wheel_s).y * 1e3);
  return 0;
}
