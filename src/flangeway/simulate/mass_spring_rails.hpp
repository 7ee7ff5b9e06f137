// Rails on masses and springs that move with each wheelset, as part of the equations of motion.
// Theory: docs/theory/mass_spring_track.md.
#pragma once

#include <array>
#include <vector>

#include "flangeway/integrate/problem.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// For the contacts: where the rails are in the state y of a run. With `held` they stay there.
void move_rails(const vehicle_case::MassSpringRails& rails, const double* y, bool held,
                std::vector<std::array<wheelrail::RailMotion, 2>>& motion);

/// Rates of their states under the contacts of the last evaluation.
void set_rail_rates(const vehicle_case::MassSpringRails& rails, const wheelrail::Workspace& contacts,
                    const double* y, double* dydt);

/// Puts the rails where they rest under the contacts of the last evaluation.
void rest_rails(const vehicle_case::MassSpringRails& rails, const wheelrail::Workspace& contacts, double* y);

/// Rates of damping for exponential integrators, 1/s: of the track's own dampers and of creep.
void damp_rails(const vehicle_case::MassSpringRails& rails, const wheelrail::ContactState& contacts,
                double* rate);

/// The unit in which an error of their rates is measured.
void set_rail_scale(const vehicle_case::MassSpringRails& rails, std::size_t wheelsets,
                    std::vector<integrate::ErrorScale>& scale);

/// "the left rail under wheelset1": what a number of the state belongs to, and whether it is a rate.
/// `motion`: "lateral", "vertical" or "roll".
struct RailComponent {
  std::string part;
  const char* motion;
  bool is_rate;
};
/// nullopt for another number of the state.
[[nodiscard]] std::optional<RailComponent> rail_component(const vehicle_case::CaseModel& model,
                                                          std::size_t component);

}  // namespace flangeway::simulate
