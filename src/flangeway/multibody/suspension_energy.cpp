#include "flangeway/multibody/axle_twist.hpp"
#include "flangeway/multibody/differential_valves.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/flexible.hpp"
#include "flangeway/multibody/suspension.hpp"

namespace flangeway::multibody {

SuspensionEnergy suspension_energy(const Model& model, const double* y, const Workspace& w) {
  const double* auxiliary = y + model.auxiliary_offset();
  SuspensionEnergy sum;
  for_each_element(model, [&](const auto& element) {
    const MotionOf<std::decay_t<decltype(element)>> motion(element, w.poses[element.i], w.poses[element.j]);
    const auto at = deformation_of<double>(
        element, motion, [&](std::size_t index) { return auxiliary[index]; }, w.element_force);
    const auto response = element.respond(curves_of(model, element), at);
    sum.stored += response.energy;
    sum.loss += response.loss;
    using E = std::decay_t<decltype(element)>;
    constexpr bool drives = std::is_same_v<E, Element<Motor>> || std::is_same_v<E, Element<Actuator>> ||
                            std::is_same_v<E, Element<TorqueActuator>>;
    (drives ? sum.drive : sum.supplied) += response.supplied;
  });
  for (const DifferentialValve& valve : model.lists->differential_valves) {
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
