// The forces of four elements of one kind, its law over numbers, and its slopes. Private to the room;
// included by the sources of `forces` alone.
#pragma once

#include <type_traits>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/element_batch.hpp"
#include "flangeway/multibody/elements/law.hpp"

namespace flangeway::multibody {

using math::Batch;
using PoseBatch = BasicPose<Batch>;

/// The poses of one end of four elements.
inline PoseBatch poses_of(const Pose* poses, const Indices& index) {
  PoseBatch batch;
  math::gather<BasicPose>({poses + index[0], poses + index[1], poses + index[2], poses + index[3]}, batch);
  return batch;
}

/// Adds forces and moments about the origins of the poses, one lane after the other: elements share bodies.
inline void add(Pose* poses, const Indices& index, const Vec3Batch& force, const Vec3Batch& moment) {
  static_assert(sizeof(Pose) == sizeof(BasicPose<double>) + 8 * sizeof(double));
  Batch front[] = {force[0], force[1], force[2], moment[0]}, back[] = {moment[1], moment[2], 0, 0};
  math::transpose(front);
  math::transpose(back);
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    double* sum = poses[index[lane]].force.data();
    (math::load(sum) + front[lane]).store(sum);
    (math::load(sum + 4) + back[lane]).store(sum + 4);
  }
}

/// Adds to both ends.
inline void add(Pose* poses, const Indices& i, const Indices& j, const Wrenches<Batch>& wrenches) {
  add(poses, i, wrenches.force, wrenches.moment_i);
  add(poses, j, -wrenches.force, wrenches.moment_j);
}

/// Output of the components of one element after the other.
template <std::size_t Components>
void put(std::size_t count, const std::array<Batch, Components>& force,
         const std::array<Batch, Components>& deflection, ElementSums& sums) {
  for (std::size_t lane = 0; lane < count; ++lane)
    for (std::size_t k = 0; k < Components; ++k)
      *sums.force++ = force[k][lane], *sums.deflection++ = deflection[k][lane];
}

/// Rates of the states, and what friction surfaces bear.
template <template <typename> class Kind, typename At, typename Response>
void put_states(const ElementBatch<Kind>& e, const At& deformation, const Response& response,
                ElementSums& sums) {
  using Law = Kind<Batch>;
  for_each_index<Law::states>([&](std::size_t k) {
    const auto& state = e.states[k];
    if (!state.any) return;
    const auto write = [&](double* to, const Batch& values) {
      for (std::size_t lane = 0; lane < e.count; ++lane)
        if (state.given[lane]) to[state.index[lane]] = values[lane];
    };
    write(sums.rate, response.state_rate[k]);
    if constexpr (has_surfaces<Law>) {
      write(sums.surface_force, response.drag[k]);
      write(sums.surface_place, deformation.state[k] + state.slip_time * response.lead[k]);
    }
  });
}

template <typename P>
struct Motor;
template <typename P>
struct Actuator;
template <typename P>
struct TorqueActuator;

/// Whether the power that a law supplies drives the vehicle. Valves let air in.
template <typename Law>
constexpr bool drives = std::is_same_v<Law, Motor<Batch>> || std::is_same_v<Law, Actuator<Batch>> ||
                        std::is_same_v<Law, TorqueActuator<Batch>>;

/// Energy and losses of repeated lanes of a batch do not count.
template <typename Law, typename Response>
void add_energy(const Batch& present, const Response& response, EnergyOfFour& sum) {
  const auto counted = present > Batch(0.0);
  const Batch none = 0.0;
  sum.stored += select(counted, response.energy, none);
  sum.loss += select(counted, response.loss, none);
  (drives<Law> ? sum.drive : sum.supplied) += select(counted, response.supplied, none);
}

template <typename Law>
constexpr bool can_be_idle = requires(const Law& law) {
  &Law::template is_idle<Batch>;
};

template <template <typename> class Kind>
void add_four(const ElementBatch<Kind>& e, ElementSums& sums) {
  using Law = Kind<Batch>;
  using Motion = typename Law::template Motion<Batch>;
  const PoseBatch i = poses_of(sums.poses, e.i), j = poses_of(sums.poses, e.j);
  const Motion motion(e.law, i, j);
  Deformation<Batch, Motion::components, Law::states, inputs_of<Law>> deformation{
      motion.deflection, motion.rate, {}, {}, {}};
  if constexpr (can_be_idle<Law>) {
    if (e.law.is_idle(e.curves, deformation)) {
      put(e.count, std::array<Batch, Motion::components>{}, motion.deflection, sums);
      return;
    }
  }
  for_each_index<Law::states>([&](std::size_t k) {
    deformation.has[k] = e.states[k].any;
    if (e.states[k].any) deformation.state[k] = at(sums.state, e.states[k].index);
  });
  for_each_index<inputs_of<Law>>([&](std::size_t k) {
    deformation.input[k] = e.sources[k].given * at(sums.first_force, e.sources[k].output);
  });
  auto response = e.law.respond(e.curves, deformation);
  put(e.count, response.force, motion.deflection, sums);
  put_states(e, deformation, response, sums);
  add_energy<Law>(e.present, response, sums.energy);
  if (e.count < math::batch_size)
    for (Batch& force : response.force) force *= e.present;
  add(sums.poses, e.i, e.j, motion.resist(response.force));
}

template <template <typename> class Kind>
void add_each(const std::vector<ElementBatch<Kind>>& batches, ElementSums& all) {
  ElementSums sums = all;
  for (const ElementBatch<Kind>& batch : batches) add_four(batch, sums);
  all.force = sums.force, all.deflection = sums.deflection, all.energy = sums.energy;
}

template <template <typename> class Kind>
ResponseOf<Element<Kind>, double> LawOf<Kind>::response(const Model& model, const E& element, const At& at) {
  return element.respond(curves_of(model, element), at);
}

template <template <typename> class Kind>
TangentOf<Element<Kind>> LawOf<Kind>::tangent(const Model& model, const E& element, const At& at) {
  constexpr std::size_t components = component_count<E>, states = state_count<E>;
  using T = math::Dual<TangentOf<E>::columns>;
  DeformationOf<E, T> moved;
  for (std::size_t k = 0; k < components; ++k) {
    moved.deflection[k] = T::variable(at.deflection[k], k);
    moved.rate[k] = T::variable(at.rate[k], components + k);
  }
  for (std::size_t k = 0; k < states; ++k) {
    moved.state[k] = T::variable(at.state[k], 2 * components + k);
    moved.has[k] = element.auxiliary[k] != no_index;
  }
  for (std::size_t k = 0; k < input_count<E>; ++k)
    moved.input[k] = T::variable(at.input[k], TangentOf<E>::first_input + k);
  const auto response = element.respond(curves_of(model, element), moved);
  TangentOf<E> tangent;
  for (std::size_t k = 0; k < components; ++k) tangent.value[k] = response.force[k].derivative;
  for (std::size_t k = 0; k < states; ++k) tangent.value[components + k] = response.state_rate[k].derivative;
  return tangent;
}

}  // namespace flangeway::multibody
