#include "flangeway/multibody/lists.hpp"

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {

const std::vector<FlexibleBody>& flexible_bodies(const Model& model) {
  return model.lists->flexible_bodies;
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

std::string element_with_state(const Model& model, std::size_t auxiliary) {
  std::string name;
  for_each_element(model, [&](const auto& element) {
    for (const std::size_t index : element.auxiliary) {
      if (index == auxiliary) name = element.name;
    }
  });
  return name;
}

}  // namespace flangeway::multibody
