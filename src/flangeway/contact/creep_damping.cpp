#include "flangeway/contact/creep_forces.hpp"

namespace flangeway::contact {

CreepDamping creep_damping(const CreepModel& model, const UnitPatch& patch, double normal_force,
                           const Creepages& creepages, double reference_speed) {
  using Scalar = math::Dual<2>;
  Scalar longitudinal = Scalar::variable(creepages.longitudinal, 0);
  Scalar lateral = Scalar::variable(creepages.lateral, 1);
  // dξ/dv = 1/V
  longitudinal.derivative[0] = lateral.derivative[1] = 1 / reference_speed;
  const Scalar sliding_speed = reference_speed * sqrt(longitudinal * longitudinal + lateral * lateral);
  const BasicCreepForces<Scalar> force = creep_forces<Scalar>(
      model, patch, normal_force, {longitudinal, lateral, Scalar(creepages.spin)}, sliding_speed);
  return {-force.longitudinal.derivative[0], -force.lateral.derivative[1]};
}

}  // namespace flangeway::contact
