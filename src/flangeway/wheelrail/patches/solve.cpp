#include "flangeway/wheelrail/patches/solve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "flangeway/math/root.hpp"
#include "flangeway/wheelrail/patches/height_search.hpp"

namespace flangeway::wheelrail::patches {
namespace {

void solve_position(const Situation& situation, Pressing& pressing, Contact& contact) {
  pressing.form(situation.motion.z);
  if (contact.patches.empty()) {
    contact.status = Status::no_contact;
    return;
  }
  PitchSearch pitch(situation);
  roll_with_force(situation, 0, pitch, pressing, contact);
  pressing.settle(0);
}

void collect_outcomes(const Situation& situation, Contact& contact) {
  using contact::halfspace::Outcome;
  for (const Patch& patch : contact.patches) {
    if (patch.problem.grid.dx > 1.5 * situation.resolution.dx)
      contact.warnings.push_back(fmt::format(
          "elements of {} mm would be more than {}: they are {} mm long", 1e3 * situation.resolution.dx,
          situation.resolution.most_elements, 1e3 * patch.problem.grid.dx));
    const Outcome outcome = patch.solution.outcome;
    if (outcome != Outcome::solved && outcome != Outcome::no_contact) {
      if (contact.status == Status::solved) contact.status = Status::not_converged;
      contact.warnings.emplace_back(contact::halfspace::message(outcome));
    }
    if (patch.at_profile_edge)
      contact.warnings.emplace_back("a patch reaches the end of a profile: the real one may be larger");
    if (patch.solution.touches_border)
      contact.warnings.emplace_back("contact reaches the border of the elements");
  }
}

void clear(Contact& contact) {
  contact.status = Status::solved;
  contact.warnings.clear();
  contact.total = {};
  contact.average_position.setZero();
  contact.rail_deflection_y = contact.rail_deflection_z = 0;
  contact.position_iterations = contact.normal_solutions = 0;
}

void solve_on_firm_rail(const Situation& situation, const Contact* previous, Workspace& workspace,
                        Contact& contact) {
  clear(contact);
  contact.z = situation.motion.z;
  contact.velocity_pitch = situation.motion.velocity_pitch;
  Pressing pressing(situation, previous, workspace.memory(), contact);
  if (!pressing.overlaps()) {
    contact.patches.clear();
    contact.status = Status::no_overlap;
    return;
  }
  if (situation.vertical == VerticalControl::position) {
    solve_position(situation, pressing, contact);
  } else {
    HeightSearch(situation, pressing, contact).run();
  }
  collect_outcomes(situation, contact);
}

// The vertical deflection follows from the prescribed force; the lateral one is where the springs and the
// contact agree.
void solve_on_springs(const Situation& situation, const Contact* previous, Workspace& workspace,
                      Contact& contact) {
  const RailSprings& springs = *situation.springs;
  Situation deflected = situation;
  const double down = (springs.force_z - situation.vertical_force) / springs.stiffness_z;
  deflected.rail_place.deviation_z += down;
  const auto imbalance = [&](double deflection) {
    deflected.rail_place.deviation_y = situation.rail_place.deviation_y + deflection;
    solve_on_firm_rail(deflected, previous, workspace, contact);
    return springs.force_y - contact.total.track.force.y() - springs.stiffness_y * deflection;
  };
  // The imbalance falls with the deflection: steps as if the contact were not there go too far or just far
  // enough.
  double low = 0, high = 0, step = imbalance(0) / springs.stiffness_y;
  for (int i = 0; i < 40 && step != 0; ++i) {
    (step > 0 ? high : low) += step;
    const double excess = imbalance(step > 0 ? high : low);
    if (excess * step < 0) break;
    (step > 0 ? low : high) = step > 0 ? high : low;
  }
  const double tolerance = situation.force_tolerance * situation.vertical_force / springs.stiffness_y;
  const double found = low == high ? low : math::find_root(imbalance, low, high, tolerance);
  if (std::isnan(found)) {
    contact.status = Status::not_converged;
    return;
  }
  imbalance(found);
  contact.rail_deflection_y = found;
  contact.rail_deflection_z = down;
}

}  // namespace

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void solve(const Situation& situation, const Contact* previous, Workspace& workspace, Contact& contact) {
  if (situation.springs) {
    solve_on_springs(situation, previous, workspace, contact);
  } else {
    solve_on_firm_rail(situation, previous, workspace, contact);
  }
}

Contact solve(const Situation& situation) {
  Workspace workspace;
  Contact contact;
  solve(situation, nullptr, workspace, contact);
  return contact;
}

}  // namespace flangeway::wheelrail::patches
