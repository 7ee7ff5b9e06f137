#include "flangeway/multibody/nominal_springs.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/dense.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/elements/tangent.hpp"

namespace flangeway::multibody {

Vec3 nominal_position(const Model& model, std::size_t pose) {
  FLANGEWAY_ASSERT(pose < model.pose_count(), "the model has this pose");
  if (pose < model.body_count()) return model.bodies[pose].initial.head<3>();
  const std::size_t body = model.ground_bodies[pose - model.body_count()];
  return {model.bodies[body].initial[0], 0, 0};
}

namespace {

using Poses = std::vector<BasicPose<double>>;

Poses nominal_poses(const Model& model) {
  Poses poses(model.pose_count());
  for (std::size_t k = 0; k < poses.size(); ++k) {
    poses[k].rotation.setIdentity();
    poses[k].position = nominal_position(model, k);
    poses[k].velocity.setZero();
    poses[k].angular_velocity.setZero();
  }
  return poses;
}

/// K − B S⁻¹ C: force by deflection where the states u are such that u̇ = C d + S u = 0. States whose rate
/// depends on no state stay where they are: friction surfaces, gas behind a valve.
double static_stiffness(const AnyTangent& tangent, std::size_t component) {
  FLANGEWAY_ASSERT(component < tangent.components, "the element has this component");
  const double stiffness = tangent.by_deflection(component, component);
  const auto states = static_cast<Eigen::Index>(tangent.states.size());
  if (states == 0) return stiffness;
  Eigen::MatrixXd self = Eigen::MatrixXd::Identity(states, states);
  Eigen::VectorXd by_deflection = Eigen::VectorXd::Zero(states), by_state = by_deflection;
  for (std::size_t k = 0; k < tangent.states.size(); ++k) {
    if (tangent.states[k] == no_index) continue;
    const auto row = static_cast<Eigen::Index>(k);
    by_state[row] = tangent.by_state(component, k);
    by_deflection[row] = tangent.by_deflection(tangent.components + k, component);
    for (std::size_t l = 0; l < tangent.states.size(); ++l)
      self(row, static_cast<Eigen::Index>(l)) = tangent.by_state(tangent.components + k, l);
    if (self.row(row).isZero(0)) self(row, row) = 1, by_deflection[row] = 0;
  }
  const double relaxed = by_state.dot(math::inverse(self) * by_deflection);
  constexpr double rounding = 1e-12;
  return std::abs(stiffness - relaxed) < rounding * std::abs(stiffness) ? 0 : stiffness - relaxed;
}

template <typename E>
concept has_one_preload = requires {
  E::preload_component;
};

/// Null for a component without one.
template <typename E>
double* preload_of(E& element, std::size_t component) {
  if constexpr (has_one_preload<E>) {
    return component == E::preload_component ? &element.preload : nullptr;
  } else if constexpr (component_count<E> == 1) {
    return &element.preload;
  } else {
    return &element.preload[static_cast<Eigen::Index>(component)];
  }
}

void add_wrench(const Model& model, std::size_t pose, const Vec3& force, const Vec3& moment,
                Eigen::RowVectorXd& row) {
  if (pose >= model.body_count()) return;
  const auto c = static_cast<Eigen::Index>(6 * pose);
  row.segment<3>(c) += force.transpose();
  row.segment<3>(c + 3) += moment.transpose();
}

template <typename E>
NominalSpring spring_of(const Model& model, const Poses& poses, E& element, std::size_t component) {
  FLANGEWAY_ASSERT(poses.size() == model.pose_count(), "each pose is known");
  NominalSpring spring;
  std::array<double, component_count<E>> unit{};
  unit[component] = 1;
  const MotionOf<E> motion(element, poses[element.i], poses[element.j]);
  const Wrenches<double> wrenches = motion.resist(unit);
  spring.row = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(6 * model.body_count()));
  add_wrench(model, element.i, -wrenches.force, -wrenches.moment_i, spring.row);
  add_wrench(model, element.j, wrenches.force, -wrenches.moment_j, spring.row);
  const auto tangent = tangent_of(model, element, {});
  spring.stiffness = static_stiffness({element, tangent}, component);
  spring.resistance = response_of(model, element, {}).force[component];
  if constexpr (requires { element.preload; }) {
    (element.auto_preload ? spring.preload : spring.given) = preload_of(element, component);
    spring.sign = E::preload_sign;
  }
  if constexpr (has_one_preload<E>) {
    if (component == E::preload_component) spring.stiffness = element.static_stiffness();
  }
  return spring;
}

}  // namespace

std::vector<NominalSpring> nominal_springs(Model& model) {
  const Poses poses = nominal_poses(model);
  std::vector<NominalSpring> springs;
  constexpr std::size_t most_components = 6;
  for (std::size_t component = 0; component < most_components; ++component) {
    for_each_element(model, [&](auto& element) {
      if (component < component_count<std::decay_t<decltype(element)>>)
        springs.push_back(spring_of(model, poses, element, component));
    });
  }
  return springs;
}

Eigen::VectorXd nominal_load(const Model& model) {
  Eigen::VectorXd load = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * model.body_count()));
  for (std::size_t b = 0; b < model.body_count(); ++b)
    load[static_cast<Eigen::Index>(6 * b + 2)] -= model.bodies[b].mass * model.gravity;
  const Poses poses = nominal_poses(model);
  for (const AppliedForce& e : model.lists->applied_forces) {
    apply<double>(e, poses, [&](std::size_t pose, const auto& force, const auto& moment, const auto& torque) {
      if (pose >= model.body_count()) return;
      const auto c = static_cast<Eigen::Index>(6 * pose);
      load.segment<3>(c) += force;
      load.segment<3>(c + 3) += moment + torque;
    });
  }
  return load;
}

}  // namespace flangeway::multibody
