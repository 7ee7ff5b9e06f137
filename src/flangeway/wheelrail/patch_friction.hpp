// The friction of a rail as patches that are solved in detail take it.
#pragma once

#include <vector>

#include "flangeway/wheel_on_rail/problem.hpp"
#include "flangeway/wheelrail/rail_friction.hpp"

namespace flangeway::wheelrail::elastic {

/// A law with this coefficient at zero slip.
[[nodiscard]] contact::patch::FrictionLaw patch_friction_law(const contact::Friction& friction,
                                                             double coefficient);
/// Over the inclination of the surface; the same for both signs of the contact angle. Stations are not in it.
[[nodiscard]] std::vector<wheel_on_rail::FrictionAt> patch_friction(const RailFriction& rail);

}  // namespace flangeway::wheelrail::elastic
