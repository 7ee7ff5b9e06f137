#include "flangeway/wheel_on_rail/contact.hpp"

namespace flangeway::wheel_on_rail {
namespace {

WrenchInFrames reflected(const WrenchInFrames& wrench) {
  return {reflected(wrench.track), reflected(wrench.rail), reflected(wrench.wheel),
          reflected(wrench.wheelset)};
}

void reflect(Patch& patch) {
  patch.position.y() *= -1;
  patch.angle *= -1;
  patch.on_lattice.y() *= -1;
  patch.on_rail.x() *= -1;
  patch.on_wheel.y() *= -1;
  patch.creepages.lateral *= -1;
  patch.creepages.spin *= -1;
  patch.lateral_force *= -1;
  patch.sum_of_lateral_traction *= -1;
  patch.moment.x() *= -1;
  patch.moment.z() *= -1;
  patch.wrench = reflected(patch.wrench);
  for (PatchRow& row : patch.rows) row.y *= -1, row.angle *= -1;
}

}  // namespace

Wrench reflected(const Wrench& wrench) {
  return {{wrench.force.x(), -wrench.force.y(), wrench.force.z()},
          {-wrench.moment.x(), wrench.moment.y(), -wrench.moment.z()}};
}

std::string message(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::no_contact:
      return "no contact: the wheel does not touch the rail at this position";
    case Status::no_overlap:
      return "no point of the wheel lies above the rail";
    case Status::force_unreachable:
      return "the vertical force is not reached with the wheel 2 mm deep in the rail";
    case Status::force_jumps:
      return "the vertical force jumps over what it should be; the height nearest to it is given";
    case Status::springs_jump:
      return "the lateral force jumps over what the springs of the rail carry; the deflection nearest to it "
             "is "
             "given";
    case Status::longitudinal_unreachable:
      return "the longitudinal force exceeds what friction can carry";
    case Status::not_converged:
      return "a solution stopped before it was accurate; what it reached is given";
    case Status::not_finite:
      return "the forces are not finite: the given values lie beyond what can be computed";
  }
  return "";
}

Contact mirror_image(const Contact& left) {
  Contact right = left;
  for (Patch& patch : right.patches) reflect(patch);
  right.total = reflected(left.total);
  right.average_position.y() *= -1;
  right.rail_deflection_y *= -1;
  return right;
}

}  // namespace flangeway::wheel_on_rail
