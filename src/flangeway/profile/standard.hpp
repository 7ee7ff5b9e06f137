// Wheel and rail profiles of the standards, made from their definitions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

/// Wheels s1002, en15302_a, _b, _c, _h, _i, en13715_1_40, apta_120 and others of APTA, nrcc_acela,
/// nrcc_amtrak, cone_1_20, cone_1_40 (cones without a flange), s1002_e28.5 and others of shape_families();
/// rails 60e1, 60e2, 54e1, 49e1, 56e1, 140re, en15302_rail_a. nullopt for another name. Sampled every 0.25 mm
/// or finer, with a break at every junction of the definition.
///
/// en15302_rail_a is inclined and has its place: y = 0 is the tape circle line, 750 mm from the track centre,
/// and z = 0 is its own surface there. See Profile::lateral_origin and built_in_inclination.
[[nodiscard]] std::optional<Profile> standard_profile(std::string_view name);
[[nodiscard]] std::vector<std::string> standard_profile_names(Kind kind);
/// The same with the names of the families, for messages: "s1002_e28.5 to s1002_e32".
[[nodiscard]] std::vector<std::string> standard_profile_choices(Kind kind);

/// Names that standard_profile() knows and that lists of names do not have one by one.
struct ShapeFamily {
  std::string names, text;
};
[[nodiscard]] const std::vector<ShapeFamily>& shape_families();

/// A shape of a standard that is not known here, because its numbers were not found printed.
struct MissingShape {
  std::string name, reason;
};
[[nodiscard]] const std::vector<MissingShape>& missing_shapes();

/// A cone without a flange, y from −70 to 65 mm: z = conicity · y.
[[nodiscard]] Profile cone(double conicity);

}  // namespace flangeway::profile
