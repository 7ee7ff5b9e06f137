#include "flangeway/wheel_on_rail/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/math/root.hpp"
#include "flangeway/wheel_on_rail/height_search.hpp"

namespace flangeway::wheel_on_rail {
namespace {

// First step of the search for a rail's lateral deflection, m.
constexpr double first_reach = 1e-3;
// … and deflections are met as if a contact on a flange were as stiff as this across, N/m.
constexpr double contact_stiffness = 1e9;

void solve_position(const ContactProblem& problem, SolverAtHeight& solver, Contact& contact) {
  solver.form(problem.motion.z);
  if (contact.patches.empty()) {
    contact.status = Status::no_contact;
    return;
  }
  PitchSearch pitch(problem);
  solve_with_longitudinal_force(problem, 0, pitch, solver, contact);
  solver.settle(0);
}

void collect_outcomes(const ContactProblem& problem, Contact& contact) {
  using contact::patch::Outcome;
  for (const Patch& patch : contact.patches) {
    if (patch.problem.grid.dx > 1.5 * problem.resolution.dx)
      contact.warnings.push_back(fmt::format("elements of {} mm would be more than {}: they are {} mm long",
                                             1e3 * problem.resolution.dx, problem.resolution.most_elements,
                                             1e3 * patch.problem.grid.dx));
    const Outcome outcome = patch.solution.outcome;
    if (outcome != Outcome::solved && outcome != Outcome::no_contact) {
      if (contact.status == Status::solved) contact.status = Status::not_converged;
      contact.warnings.emplace_back(contact::patch::message(outcome));
    }
    if (std::string warning = long_step_warning(patch.problem); !warning.empty())
      contact.warnings.push_back(std::move(warning));
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

// Never return NaN or infinity: clear the result and report not_finite.
void clear_if_not_finite(double z, Contact& contact) {
  const Wrench& total = contact.total.track;
  const bool solved = std::none_of(contact.patches.begin(), contact.patches.end(), [](const Patch& patch) {
    return patch.solution.outcome == contact::patch::Outcome::not_finite;
  });
  if (solved && total.force.allFinite() && total.moment.allFinite() && std::isfinite(contact.z)) return;
  clear(contact);
  contact.patches.clear();
  contact.z = z;
  contact.status = Status::not_finite;
}

// The wheel on a rail that stands where it is, at the height that is given or that `demand` asks for.
void solve_on_fixed_rail(const ContactProblem& problem, const VerticalDemand* demand, const Contact* previous,
                         Workspace& workspace, Contact& contact) {
  clear(contact);
  contact.s = problem.motion.s;
  contact.z = problem.motion.z;
  contact.velocity_pitch = problem.motion.velocity_pitch;
  SolverAtHeight solver(problem, previous, workspace.memory(), contact);
  if (!solver.overlaps()) {
    contact.patches.clear();
    contact.status = Status::no_overlap;
    return;
  }
  if (demand != nullptr) {
    HeightSearch(problem, *demand, solver, contact).run();
  } else {
    solve_position(problem, solver, contact);
  }
  collect_outcomes(problem, contact);
  clear_if_not_finite(problem.motion.z, contact);
}

// Wheelset and rail together moved up by `rise` (m): nothing else changes.
void lift(double rise, Contact& contact) {
  const Vec3 up(0, 0, rise);
  const auto move = [&](Wrench& track) { track.moment += up.cross(track.force); };
  for (Patch& patch : contact.patches) {
    patch.position += up;
    move(patch.wrench.track);
    for (PatchRow& row : patch.rows) row.z += rise;
  }
  move(contact.total.track);
  contact.average_position += up;
  contact.z += rise;
}

// Load on the springs below the rail while the wheelset stands still: with it, the height above the rail and
// the deflection are found together. docs/theory/patch_geometry.md, eq. 5
VerticalDemand vertical_demand(const ContactProblem& problem) {
  if (problem.vertical == VerticalControl::force) return {problem.vertical_force, 0};
  const RailSprings& springs = *problem.springs;
  return {springs.force_z - springs.stiffness_z * problem.motion.z, springs.stiffness_z};
}

// Vertical deflection of the rail below a contact that was found with the rail at rest.
double vertical_deflection(const ContactProblem& problem, const Contact& contact) {
  const RailSprings& springs = *problem.springs;
  if (problem.vertical == VerticalControl::force)
    return (springs.force_z - problem.vertical_force) / springs.stiffness_z;
  const bool free = contact.patches.empty();
  return free ? springs.force_z / springs.stiffness_z : problem.motion.z - contact.z;
}

// A lateral deflection of the rail, and by how much the forces on it exceed what its spring carries there, N.
struct Deflected {
  double deflection = 0, excess = 0;
};

// Lateral deflection at which the imbalance, which falls with it, is nothing; `contact` is the last that it
// has solved. Steps as if the contact were not there go too far or just far enough, and short ones do not
// leave out the nearest balance. NaN: none found.
template <typename Imbalance>
double nearest_balance(const ContactProblem& problem, const Imbalance& imbalance, const Contact& contact) {
  const double stiffness = problem.springs->stiffness_y;
  Deflected low{0, imbalance(0)}, high = low;
  const bool rises = low.excess > 0;
  double reach = first_reach;
  for (int i = 0; i < 40 && high.excess != 0 && (high.excess > 0) == rises; ++i, reach *= 2) {
    low = high;
    high.deflection += std::clamp(low.excess / stiffness, -reach, reach);
    high.excess = imbalance(high.deflection);
  }
  const double load = std::max(contact.total.track.force.z(), min_load);
  const double tolerance = problem.force_tolerance * load / std::max(stiffness, contact_stiffness);
  const auto excess = [&](double deflection) {
    if (deflection == low.deflection) return low.excess;
    return deflection == high.deflection ? high.excess : imbalance(deflection);
  };
  return math::find_root(excess, low.deflection, high.deflection, tolerance);
}

// The vertical deflection follows from the prescribed force, or is found with the height above the rail; the
// lateral one is where the springs and the contact agree.
void solve_on_springs(const ContactProblem& problem, const Contact* previous, Workspace& workspace,
                      Contact& contact) {
  const RailSprings& springs = *problem.springs;
  const VerticalDemand demand = vertical_demand(problem);
  ContactProblem deflected = problem;
  Deflected last;
  const auto imbalance = [&](double deflection) {
    deflected.rail_place.deviation_y = problem.rail_place.deviation_y + deflection;
    solve_on_fixed_rail(deflected, &demand, previous, workspace, contact);
    // The axle of a roller stays where it is while its surface deflects.
    deflected.rail_place.axle_z = problem.rail_place.axle_z - vertical_deflection(problem, contact);
    last = {deflection, springs.force_y - contact.total.track.force.y() - springs.stiffness_y * deflection};
    return last.excess;
  };
  const double found = nearest_balance(problem, imbalance, contact);
  const bool bracketed = !std::isnan(found);
  if (bracketed && (found != last.deflection || problem.rail_place.roller_radius)) imbalance(found);
  // The root is met to 1e-5 of the load unless the force jumps there.
  if (contact.status == Status::solved &&
      std::abs(last.excess) > coarse_force * contact.total.track.force.norm())
    contact.status = bracketed ? Status::springs_jump : Status::not_converged;
  contact.rail_deflection_y = last.deflection;
  contact.rail_deflection_z = vertical_deflection(problem, contact);
  if (contact.patches.empty()) {
    contact.z = problem.motion.z;
  } else {
    lift(contact.rail_deflection_z, contact);
  }
}

}  // namespace

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void solve(const ContactProblem& problem, const Contact* previous, Workspace& workspace, Contact& contact) {
  if (problem.springs) {
    solve_on_springs(problem, previous, workspace, contact);
  } else {
    const VerticalDemand demand{problem.vertical_force, 0};
    const bool by_force = problem.vertical == VerticalControl::force;
    solve_on_fixed_rail(problem, by_force ? &demand : nullptr, previous, workspace, contact);
  }
}

Contact solve(const ContactProblem& problem) {
  Workspace workspace;
  Contact contact;
  solve(problem, nullptr, workspace, contact);
  return contact;
}

}  // namespace flangeway::wheel_on_rail
