// Rollers in place of rails, as part of the equations of motion. Theory: docs/theory/roller_rig.md.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/integrate/problem.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// For the contacts: where the rollers are at t, in the state y of a run, and how they turn.
void turn_rollers(const vehicle_case::CaseModel& model, double t, const double* y,
                  std::vector<std::array<wheelrail::RailMotion, 2>>& motion);

/// Rates of the states of rollers that turn freely, under the contacts of the last evaluation.
void set_roller_rates(const vehicle_case::CaseModel& model, const wheelrail::Workspace& contacts, double t,
                      double* dydt);

/// Rates of damping by creep for exponential integrators, 1/s, of rollers that turn freely; those of the
/// wheelsets, which are known, grow by what the rollers take part in.
void damp_rollers(const vehicle_case::CaseModel& model, double* rate);

/// The unit in which an error of their speed is measured.
void set_roller_scale(const vehicle_case::RollerRig& rig, std::vector<integrate::ErrorScale>& scale);

/// How the rollers below a wheelset turn.
struct RollerInstant {
  double speed = 0;   ///< m/s, of their surface
  double torque = 0;  ///< Nm, of the contact forces on both, in the sense in which they turn
};
[[nodiscard]] RollerInstant look_at_rollers(const vehicle_case::CaseModel& model,
                                            const wheelrail::Workspace& contacts, double t, const double* y,
                                            std::size_t wheelset);

/// Mean radius of the rollers below a wheelset where it touches them, m: not that at their top, which has the
/// speed of the case.
[[nodiscard]] double radius_at_contacts(const vehicle_case::CaseModel& model,
                                        const multibody::Workspace& bodies,
                                        const wheelrail::WheelsetResult& contacts, std::size_t wheelset);

/// A finding where the case has a roller rig: `why` follows "is \"rollers\": ".
void refuse_rollers(const vehicle_case::CaseModel& model, const std::string& why, Findings& findings);

}  // namespace flangeway::simulate
