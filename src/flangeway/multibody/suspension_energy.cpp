#include "flangeway/multibody/axle_twist.hpp"
#include "flangeway/multibody/differential_valves.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/flexible.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/suspension.hpp"

namespace flangeway::multibody {

SuspensionEnergy suspension_energy(const Model& model, const double* y, const Workspace& w) {
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
  return sum;
}

}  // namespace flangeway::multibody
