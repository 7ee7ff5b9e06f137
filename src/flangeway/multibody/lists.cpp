#include "flangeway/multibody/lists.hpp"

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {

const std::vector<FlexibleBody>& flexible_bodies(const Model& model) {
  return model.lists->flexible_bodies;
}

const std::vector<FlexiblePoint>& flexible_points(const Model& model) {
  return model.lists->flexible_points;
}

const std::vector<RecoveredPoint>& recovered_points(const Model& model) {
  return model.lists->recovered_points;
}

const std::vector<DifferentialValve>& differential_valves(const Model& model) {
  return model.lists->differential_valves;
}

std::vector<AppliedForce>& applied_forces(Model& model) {
  return model.lists->applied_forces;
}

const std::vector<AppliedForce>& applied_forces(const Model& model) {
  return model.lists->applied_forces;
}

const std::vector<Element<BumpStop>>& bump_stops(const Model& model) {
  return elements_of<BumpStop>(model);
}

bool calls_laws(const Model& model) {
  return !elements_of<LibraryLine>(model).empty() || !elements_of<LibraryDirection>(model).empty();
}

std::string element_with_state(const Model& model, std::size_t auxiliary) {
  std::string name;
  for_each_element(model, [&](const auto& element) {
    for (const std::size_t index : element.auxiliary) {
      if (index == auxiliary) name = element.name;
    }
  });
  return name;
}

StatesAtRest states_at_rest(const Model& model) {
  StatesAtRest rest;
  for_each_element(model, [&](const auto& element) {
    using Kind = std::decay_t<decltype(element)>;
    for (std::size_t k = 0; k < element.auxiliary.size(); ++k) {
      const std::size_t state = element.auxiliary[k];
      if (state == no_index) continue;
      bool relaxes = model.relaxation_rates[state] > 0;
      if constexpr (has_surfaces<Kind>) {
        if (element.slip_rate(k) > 0) {
          rest.surfaces.push_back(state);
          continue;
        }
      }
      // It comes to rest by its flow.
      if constexpr (std::is_same_v<Kind, Element<AirSpring>>) relaxes = relaxes || k == Kind::moved;
      if (relaxes) rest.relaxing.push_back(state);
    }
  });
  for (const DifferentialValve& valve : model.lists->differential_valves)
    if (valve.opening != no_index) rest.relaxing.push_back(valve.opening);
  for (const FlexibleBody& body : model.lists->flexible_bodies)
    for (const BodyMode& mode : body.modes)
      rest.relaxing.insert(rest.relaxing.end(), {mode.coordinate, mode.rate});
  return rest;
}

}  // namespace flangeway::multibody
