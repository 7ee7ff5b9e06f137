// All elements of a vehicle.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/multibody/elements/applied_force.hpp"
#include "flangeway/multibody/elements/flexible_body.hpp"
#include "flangeway/multibody/elements/kinds.hpp"

namespace flangeway::multibody {

enum class Role;  // roles.hpp

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
