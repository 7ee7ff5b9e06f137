// First look at a vehicle: loads, deflections, centre of gravity, modes, each with the
// band that is usual. Theory: docs/theory/vehicle_check.md.
#pragma once

#include <string>
#include <vector>

#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle_case {

/// A number with the band in which it usually lies.
struct CheckedValue {
  std::string subject;  ///< body, or "vehicle"
  std::string quantity;
  std::string unit;
  double value = 0;
  double low = 0, high = 0;
  std::string kind;    ///< subject of the band: "car body"
  std::string remedy;  ///< what to look at where it lies outside
  [[nodiscard]] bool outside() const { return !(value >= low && value <= high); }
};

/// A motion of the suspended bodies over wheelsets that stand still.
struct SuspensionMode {
  std::string name;          ///< "carbody lower sway"
  std::string body;          ///< with the largest part of the kinetic energy
  double frequency = 0;      ///< Hz; 0: it does not oscillate
  double damping_ratio = 0;  ///< −Re λ / |λ|
  double energy = 0;         ///< this body's share of the kinetic energy
};

/// A body and its role: "bogie frame 1".
struct CheckedRole {
  std::string body, role;
  bool given = false;  ///< by the vehicle file
};

struct VehicleCheck {
  std::vector<CheckedValue> values;
  std::vector<SuspensionMode> modes;
  std::vector<std::string> remarks;     ///< doubts without a number
  std::vector<std::string> not_judged;  ///< and why
  std::vector<CheckedRole> roles;       ///< of all bodies
};

/// Source of the bands.
inline constexpr const char* source_of_bands =
    "usual practice: from the shipped vehicles and the literature that they name, with room on both sides";

/// On straight, even track, at rest in the nominal position.
[[nodiscard]] VehicleCheck check_vehicle(const vehicle::VehicleModel& vehicle);

/// A sentence for each value outside its band, and the remarks.
[[nodiscard]] std::vector<std::string> warnings(const VehicleCheck& check);

}  // namespace flangeway::vehicle_case
