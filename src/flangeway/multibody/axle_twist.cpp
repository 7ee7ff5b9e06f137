#include "flangeway/multibody/axle_twist.hpp"

namespace flangeway::multibody {
namespace {

double angle_of(const AxleTwist& twist, const double* auxiliary) {
  return twist.elastic ? auxiliary[twist.angle] : 0;
}

}  // namespace

double axle_moment(const AxleTwist& twist, const double* auxiliary) {
  return twist.stiffness * angle_of(twist, auxiliary) + twist.damping * auxiliary[twist.rate];
}

void set_twist_rates(const AxleTwist& twist, double torque_difference, const double* auxiliary,
                     double* auxiliary_rate) {
  auxiliary_rate[twist.rate] =
      twist_acceleration(twist, torque_difference, angle_of(twist, auxiliary), auxiliary[twist.rate]);
  if (twist.elastic) auxiliary_rate[twist.angle] = auxiliary[twist.rate];
}

double twist_energy(const AxleTwist& twist, const double* auxiliary) {
  const double rate = auxiliary[twist.rate], angle = angle_of(twist, auxiliary);
  return 0.5 * (twist.inertia * rate * rate + twist.stiffness * angle * angle);
}

double twist_loss(const AxleTwist& twist, const double* auxiliary) {
  return twist.damping * auxiliary[twist.rate] * auxiliary[twist.rate];
}

}  // namespace flangeway::multibody
