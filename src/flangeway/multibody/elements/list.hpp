// All kinds of elements, in one list.
#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "flangeway/multibody/elements/actuator.hpp"
#include "flangeway/multibody/elements/air_spring.hpp"
#include "flangeway/multibody/elements/applied_force.hpp"
#include "flangeway/multibody/elements/axial.hpp"
#include "flangeway/multibody/elements/axis_damper.hpp"
#include "flangeway/multibody/elements/bump_stop.hpp"
#include "flangeway/multibody/elements/bushing.hpp"
#include "flangeway/multibody/elements/centre_bowl.hpp"
#include "flangeway/multibody/elements/differential_valve.hpp"
#include "flangeway/multibody/elements/draw_gear.hpp"
#include "flangeway/multibody/elements/flexible_body.hpp"
#include "flangeway/multibody/elements/friction.hpp"
#include "flangeway/multibody/elements/friction_wedge.hpp"
#include "flangeway/multibody/elements/leaf_spring.hpp"
#include "flangeway/multibody/elements/lenoir_link.hpp"
#include "flangeway/multibody/elements/matrix_bushing.hpp"
#include "flangeway/multibody/elements/maxwell_damper.hpp"
#include "flangeway/multibody/elements/motor.hpp"
#include "flangeway/multibody/elements/pendulum_link.hpp"
#include "flangeway/multibody/elements/rubber_spring.hpp"
#include "flangeway/multibody/elements/running_resistance.hpp"
#include "flangeway/multibody/elements/torsion.hpp"

namespace flangeway::multibody {

enum class Role;  // roles.hpp

template <template <typename> class... Kinds>
struct KindList {
  /// One vector of each kind: of its elements, or of its batches.
  template <template <template <typename> class> class Of>
  using Vectors = std::tuple<std::vector<Of<Kinds>>...>;
};

/// A new kind is added here. The order is that of Model::elements and of the output.
using ElementKinds =
    KindList<Axial, MaxwellDamper, Bushing, Torsion, BumpStop, AirSpring, LeafSpring, AxisDamper,
             MatrixBushing, RubberSpring, CentreBowl, FrictionWedge, LenoirLink, Motor, PendulumLink,
             DrawGear, Buffer, RunningResistance, Friction, RotationFriction, Actuator, TorqueActuator>;

struct ElementLists {
  ElementKinds::Vectors<Element> kinds;
  std::vector<AppliedForce> applied_forces;
  std::vector<bool>
      standing_grounds;  ///< of Model::ground_bodies: the track frame stands still; may be shorter
  std::vector<DifferentialValve> differential_valves;
  std::vector<FlexibleBody> flexible_bodies;
  std::vector<FlexiblePoint> flexible_points;
  std::vector<RecoveredPoint> recovered_points;
  std::vector<double>
      speed_differences;  ///< by which bodies are faster than the vehicle at the start, m/s; or none
  std::vector<std::optional<Role>> given_roles;  ///< by the vehicle file; of the first bodies, or none
};

// In the functions below, M is Model or const Model: what has the lists stands above them.

/// Whether the track frame of Model::ground_bodies[ground] stands still, and takes all that acts on it.
template <typename M>
[[nodiscard]] bool is_standing(const M& model, std::size_t ground) {
  const std::vector<bool>& standing = model.lists->standing_grounds;
  return ground < standing.size() && standing[ground];
}

/// The elements of one kind.
template <template <typename> class Kind, typename M>
[[nodiscard]] std::vector<Element<Kind>>& elements_of(M& model) {
  return std::get<std::vector<Element<Kind>>>(model.lists->kinds);
}
template <template <typename> class Kind, typename M>
[[nodiscard]] const std::vector<Element<Kind>>& elements_of(const M& model) {
  return std::get<std::vector<Element<Kind>>>(model.lists->kinds);
}

/// Calls use(element) for every element but the applied forces, in the order of Model::elements.
template <typename M, typename Use>
void for_each_element(M& model, const Use& use) {
  const auto each = [&](auto& list) {
    for (auto& element : list) use(element);
  };
  std::apply([&](auto&... lists) { (each(lists), ...); }, model.lists->kinds);
}

/// Calls use(element) for the element of Model::elements[place].
template <typename M, typename Use>
void with_element(M& model, std::size_t place, const Use& use) {
  std::size_t next = 0;
  for_each_element(model, [&](auto& element) {
    if (next++ == place) use(element);
  });
}

}  // namespace flangeway::multibody
