// The laws of the elements (multibody/elements) over expressions. Theory: docs/theory/suspension.md.
#include <fmt/format.h>

#include <map>

#include "flangeway/case_codegen/body_equations.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/expression/conditional.hpp"
#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/gas_exchange.hpp"
#include "flangeway/multibody/elements/laws/list.hpp"
#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::case_codegen {

namespace {

void add(Pose& pose, const Vector& force, const Vector& moment) {
  pose.force += force;
  pose.moment += moment;
}

using AirSprings = std::vector<multibody::DeformationOf<multibody::AirSpringAt, Expression>>;

/// Forces of elements as far as they are known, then the commands: as Workspace::element_force.
struct Forces {
  std::vector<Expression> all;
  std::size_t known = 0;
  [[nodiscard]] const Expression& operator[](std::size_t output) const { return all[output]; }
};

/// By the auxiliary state.
using Rates = std::map<std::size_t, Expression>;

template <typename E>
void add_element(const multibody::Model& model, const E& element, Symbols& symbols, std::vector<Pose>& poses,
                 Forces& forces, AirSprings& springs, Rates& rates) {
  if constexpr (multibody::calls_library<E>) {
    FLANGEWAY_ASSERT(false, "check_supported() refuses laws of the user's");
    return;
  } else {
    using Motion = typename E::template Motion<Expression>;
    Pose &i = poses[element.i], &j = poses[element.j];
    const Motion motion(element, i, j);
    const auto deformation = multibody::deformation_of<Expression>(
        element, motion, [&](std::size_t state) { return symbols.at(fmt::format("auxiliary[{}]", state)); },
        forces);
    const auto response = element.respond(multibody::curves_of(model, element), deformation);
    for (std::size_t k = 0; k < element.auxiliary.size(); ++k) {
      if (element.auxiliary[k] == multibody::no_index) continue;
      rates.emplace(element.auxiliary[k], response.state_rate[k]);
    }
    if constexpr (std::is_same_v<E, multibody::AirSpringAt>) springs.push_back(deformation);
    for (const Expression& force : response.force) forces.all[forces.known++] = force;
    const multibody::Wrenches<Expression> wrenches = motion.resist(response.force);
    add(i, wrenches.force, wrenches.moment_i);
    add(j, -wrenches.force, wrenches.moment_j);
  }
}

void add_valve(const multibody::Model& model, const multibody::DifferentialValve& valve, Symbols& symbols,
               const AirSprings& at, Rates& rates) {
  const auto& springs = multibody::elements_of<multibody::AirSpring>(model);
  const auto &i = springs[valve.i], &j = springs[valve.j];
  const bool lags = valve.opening != multibody::no_index;
  const Expression opening = lags ? symbols.at(fmt::format("auxiliary[{}]", valve.opening)) : Expression(0.0);
  const auto flow = multibody::flow_through(model, valve, i, j, at[valve.i], at[valve.j], opening);
  multibody::for_each_gas_state(
      valve, i, j, [&](std::size_t state, double by_flow) { rates.at(state) += by_flow * flow.flow; });
  if (lags) rates.emplace(valve.opening, flow.opening_rate);
}

}  // namespace

void add_suspension(const multibody::Model& model, const InputRange& commands, Symbols& symbols,
                    std::vector<Pose>& poses, std::vector<Expression>& spin, Targets& out) {
  Forces forces{std::vector<Expression>(model.output_count + commands.count)};
  for (std::size_t k = 0; k < commands.count; ++k)
    forces.all[model.output_count + k] = input_at(symbols, commands.first + k);
  AirSprings springs;
  Rates rates;
  multibody::for_each_element(model, [&](const auto& element) {
    add_element(model, element, symbols, poses, forces, springs, rates);
  });
  for (const multibody::DifferentialValve& valve : model.lists->differential_valves)
    add_valve(model, valve, symbols, springs, rates);
  for (const auto& [state, rate] : rates) out.set(fmt::format("auxiliary_rate[{}]", state), rate);
  for (const multibody::AppliedForce& e : model.lists->applied_forces) {
    multibody::apply<Expression>(
        e, poses, [&](std::size_t pose, const Vector& force, const Vector& moment, const Vector& torque) {
          add(poses[pose], force, moment + torque);
          if (pose < model.body_count()) spin[pose] += poses[pose].rotation.col(1).dot(torque);
        });
  }
}

}  // namespace flangeway::case_codegen
