// Roles of the bodies of a vehicle: wheelset 2, bogie frame 1. They follow from the connections of the
// bodies, whatever their names, unless the vehicle file gives them. Theory: docs/theory/vehicle_check.md,
// "Roles".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

enum class Role { other, wheelset, axlebox, bogie_frame, bolster, car_body };
/// "other", "wheelset", "axlebox", "bogie_frame", "bolster", "car_body".
[[nodiscard]] const char* to_string(Role role);
/// "body without a role", "wheelset", "axlebox", "bogie frame", "bolster", "car body".
[[nodiscard]] std::string noun_of(Role role);

struct BodyRole {
  Role role = Role::other;
  std::size_t number = 0;  ///< from 1, from the front of the vehicle on; bodies at one place share it
  int side = 0;            ///< +1 left, −1 right, 0 in the middle
};
/// "bogie frame 1", "axlebox 2 left"; of other bodies "other".
[[nodiscard]] std::string text_of(const BodyRole& role);

/// The role that the vehicle file gives a body; nothing: none.
[[nodiscard]] std::optional<Role> given_role(const Model& model, std::size_t body);

/// The roles of all bodies. Couplers and buffers connect vehicles and do not count. A body with a role of its
/// own keeps it, and the roles of its neighbours follow from it.
///  - car body: the bodies of at least 0.3 times the mass of the heaviest one that have no body farther from
///    the wheelsets beside them; a lone frame below 8 t with wheelsets less than 4 m apart is a bogie frame
///  - axlebox: beside the middle of the vehicle, and connected to one wheelset
///  - bogie frame: any other body between a wheelset or axlebox and the rest of the vehicle; one that is
///    connected to a single wheelset has to carry a car body, or else it is a motor or a gearbox
///  - bolster: between a bogie frame and a car body
[[nodiscard]] std::vector<BodyRole> roles_of(const Model& model);

}  // namespace flangeway::multibody
