// All elements and joints of a vehicle file. Private to the room.
#pragma once

#include "flangeway/vehicle/joint_elements.hpp"
#include "flangeway/vehicle/suspension_elements.hpp"

namespace flangeway::vehicle {

/// In the order of the reference page and of the model.
struct ElementSpecs {
  SuspensionLists suspension;
  JointLists joints;
};

}  // namespace flangeway::vehicle
