#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/axle_twist.hpp"
#include "flangeway/multibody/differential_valves.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/flexible.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/suspension.hpp"

namespace flangeway::multibody {
namespace {

/// Power of constant forces and torques. A wheelset's pose does not spin: torque about its axis is added.
double applied_power(const Model& model, const double* y, const Workspace& w) {
  double power = 0;
  for (const AppliedForce& e : model.lists->applied_forces) {
    apply<double>(e, w.poses,
                  [&](std::size_t place, const Vec3& force, const Vec3& moment, const Vec3& torque) {
                    const Pose& pose = w.poses[place];
                    power += force.dot(pose.velocity) + (moment + torque).dot(pose.angular_velocity);
                    if (place < model.body_count() && model.bodies[place].wheelset)
                      power += pose.rotation.col(1).dot(torque) * y[model.velocity_offset() + 6 * place + 4];
                  });
  }
  return power;
}

}  // namespace

SuspensionEnergy suspension_energy(const Model& model, const double* y, const Workspace& w) {
  FLANGEWAY_ASSERT(w.poses.size() == model.pose_count(),
                   "make_workspace() has made the workspace for this model");
  const double* auxiliary = y + model.auxiliary_offset();
  SuspensionEnergy sum = w.elements->energy;
  for (const DifferentialValve& valve : differential_valves(model)) {
    const ValveFlow<double> at = flow_through(model, valve, auxiliary, w);
    sum.loss += at.loss, sum.supplied += at.zeros;
  }
  const ModalEnergy modes = modal_energy(model, auxiliary);
  sum.stored += modes.stored, sum.loss += modes.loss;
  for (const AxleTwist& twist : model.axle_twists) {
    sum.stored += twist_energy(twist, auxiliary);
    sum.loss += twist_loss(twist, auxiliary);
  }
  sum.drive += applied_power(model, y, w);
  return sum;
}

}  // namespace flangeway::multibody
