// Copies and mirror images of the elements of a vehicle file.
#pragma once

#include <vector>

#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

/// The element itself, its copies, and the mirror images of all of them, without `copies` and `mirror_y`.
[[nodiscard]] std::vector<AxialSpec> expand(const AxialSpec& spec);
[[nodiscard]] std::vector<SeriesSpec> expand(const SeriesSpec& spec);
[[nodiscard]] std::vector<ShearSpec> expand(const ShearSpec& spec);
[[nodiscard]] std::vector<BumpStopSpec> expand(const BumpStopSpec& spec);
[[nodiscard]] std::vector<AntiRollBarSpec> expand(const AntiRollBarSpec& spec);
[[nodiscard]] std::vector<ConstantSpec> expand(const ConstantSpec& spec);
[[nodiscard]] std::vector<PointJointSpec> expand(const PointJointSpec& spec);
[[nodiscard]] std::vector<RevoluteJointSpec> expand(const RevoluteJointSpec& spec);
[[nodiscard]] std::vector<RigidLinkSpec> expand(const RigidLinkSpec& spec);
[[nodiscard]] std::vector<GearSpec> expand(const GearSpec& spec);

/// Whether the element lies on the middle plane of the vehicle, so that it is its own mirror image.
[[nodiscard]] bool is_central(const AxialSpec& spec);
[[nodiscard]] bool is_central(const SeriesSpec& spec);
[[nodiscard]] bool is_central(const ShearSpec& spec);
[[nodiscard]] bool is_central(const BumpStopSpec& spec);
[[nodiscard]] bool is_central(const AntiRollBarSpec& spec);
[[nodiscard]] bool is_central(const ConstantSpec& spec);
[[nodiscard]] bool is_central(const PointJointSpec& spec);
[[nodiscard]] bool is_central(const RevoluteJointSpec& spec);
[[nodiscard]] bool is_central(const RigidLinkSpec& spec);
[[nodiscard]] bool is_central(const GearSpec& spec);

}  // namespace flangeway::vehicle
