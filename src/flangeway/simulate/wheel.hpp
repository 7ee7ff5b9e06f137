// Quantities of one wheel at one instant, for statistics, channels and derailment.
#pragma once

#include <string>

#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

inline constexpr double min_load = 100;  ///< N; below this load Y/Q has no meaning

struct WheelInstant {
  wheelrail::WheelForces forces;
  double yq = 0;        ///< Y/Q towards the field side; 0 below min_load
  double angle = 0;     ///< rad, steepest of the loaded contacts
  bool flange = false;  ///< a flange contact is loaded
  double nadal =
      0;            ///< Nadal's limit at the steepest loaded flange contact and its friction at rest; 0: none
  double lift = 0;  ///< m, height above its rail of a wheel that is off it
  /// N, of (Q, Y) at the previous step: |F(n−1) − (F(n−2) + F(n))/2|. Taken from the ContactState where it is
  /// needed.
  double force_discontinuity = 0;
  double pull = 0;  ///< N, sum of the pulling normal forces, positive
};
[[nodiscard]] WheelInstant look_at_wheel(const wheelrail::WheelsetResult& state, std::size_t side);

/// All contacts of a wheel together, in the wheelset's track frame.
struct WheelTotals {
  double contacts = 0;              ///< that carry load
  double normal_force = 0;          ///< N, Σ of all
  Vec3 creep_force = Vec3::Zero();  ///< N, on the wheel
  Vec3 moment = Vec3::Zero();       ///< N m, of normal and creep forces, about the wheelset's centre
};
[[nodiscard]] WheelTotals add_up_contacts(const wheelrail::WheelsetResult& state, std::size_t side);

/// Wheel on a side with several rails, or check rails.
struct WheelAmongRails {
  double rail = 0;         ///< number of the rail that carries most of it, 0 the running rail
  double check_force = 0;  ///< N, normal force of check rails on its back
};
[[nodiscard]] WheelAmongRails look_at_rails(const wheelrail::WheelsetResult& state, std::size_t side);

/// Torque of the creep forces about the axle, on the left wheel minus on the right one, Nm. Pressure has
/// none: the normal of a round wheel meets the axle.
[[nodiscard]] double creep_torque_difference(const multibody::BodyState& body,
                                             const wheelrail::WheelsetResult& state);

/// "wheelset1.left"
/// The carrier of a single wheel has one on one side. `side`: 0 left, 1 right.
[[nodiscard]] bool has_wheel(const vehicle_case::CaseModel& model, std::size_t wheelset, std::size_t side);
[[nodiscard]] std::string wheel_name(const vehicle_case::CaseModel& model, std::size_t wheelset,
                                     std::size_t side);

}  // namespace flangeway::simulate
