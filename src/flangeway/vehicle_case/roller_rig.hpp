// Rollers in place of rails: docs/theory/roller_rig.md.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"
#include "flangeway/vehicle_case/choices.hpp"

namespace flangeway::vehicle_case {

/// The section `roller_rig` of a case file.
struct RollerRigSpec {
  double radius = 0;  ///< m, at the top of the rail profile
  RollerMotion rollers = RollerMotion::driven;
  std::vector<std::array<double, 2>> speed_profile;  ///< [t in s, m/s]
  double inertia = 0;                                ///< kg m²
  std::vector<std::array<double, 2>> torque;         ///< [t in s, Nm]
  SourceLocation where;
  std::string key;
};
void describe(document::Visitor& v, RollerRigSpec& spec);

/// Both rollers below a wheelset turn together. Their axle moves along the track with the driven body, so
/// that the run of the vehicle is what rolls over them.
struct RollerRig {
  RollerMotion rollers = RollerMotion::driven;
  double radius = 0;                          ///< m
  std::vector<std::array<double, 2>> excess;  ///< [t in s, m/s], surface speed less that of the vehicle; may
                                              ///< be empty
  double inertia = 0;                         ///< kg m², of both rollers below a wheelset
  std::vector<std::array<double, 2>> torque;  ///< [t in s, Nm on them]
  std::vector<double> ahead;                  ///< m, of the axle below each wheelset from the driven body
  /// Index in the state of a run of freely turning rollers' surface speed less that of the vehicle, m/s.
  std::size_t first = 0;
  [[nodiscard]] bool free() const { return rollers == RollerMotion::free; }
  [[nodiscard]] std::size_t state_of(std::size_t wheelset) const { return first + wheelset; }
};

}  // namespace flangeway::vehicle_case
