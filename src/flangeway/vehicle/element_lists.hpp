// All elements, joints and parts of a vehicle file, or of a vehicle that is described in code.
#pragma once

#include <map>

#include "flangeway/vehicle/flexible_spec.hpp"
#include "flangeway/vehicle/joint_elements.hpp"
#include "flangeway/vehicle/part_spec.hpp"
#include "flangeway/vehicle/suspension_lists.hpp"

namespace flangeway::vehicle {

/// In the order of the reference page and of the model.
struct ElementSpecs {
  SuspensionLists suspension;
  JointLists joints;
  std::vector<document::Setting> parameters;
  std::vector<PartSpec> parts;
  std::vector<FlexibleBodySpec> flexible_bodies;
  std::map<std::string, double> speed_differences;  ///< of bodies of parts, by their names, m/s
};

/// Those of one struct of cmake/Elements.cmake or of joint_elements.hpp.
template <typename Spec>
[[nodiscard]] std::vector<Spec>& elements_of(VehicleSpec& vehicle) {
  if constexpr (Spec::is_joint) {
    return std::get<std::vector<Spec>>(vehicle.elements->joints);
  } else {
    return std::get<std::vector<Spec>>(vehicle.elements->suspension);
  }
}

}  // namespace flangeway::vehicle
