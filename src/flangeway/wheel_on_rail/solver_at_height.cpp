#include "flangeway/wheel_on_rail/solver_at_height.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/wheel_on_rail/slip.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using geometry::spatial::Region;

// Points of the locus within this of the first touch lie exactly on the rail; elsewhere on its samples. m
constexpr double sharp_range = 3e-4;
// Rows of the locus that is taken as in the program CONTACT are this part of an element apart.
constexpr double row_part = 0.3;
// A grid reaches this part of the wheel's radius to both sides.
constexpr double search_part = 0.125;

// The ellipse of the length and width of a region that is pressed by its depth along the normal.
contact::UnitPatch equivalent_ellipse(const Region& region, const ContactProblem& problem) {
  const double depth = region.depth * std::cos(region.moments.angle / region.moments.weight);
  const double least = geometry::spatial::sample_spacing;
  const double a = std::max(least, (region.x_end - region.x_begin) / 2);
  const double b = std::max(least, (region.rail_end - region.rail_begin) / 2);
  return contact::unit_patch(2 * depth / (a * a), 2 * depth / (b * b), problem.wheel_material,
                             problem.rail_material);
}

// Vertical force of a region as if it were that ellipse, N.
double hertz_force(const Region& region, const ContactProblem& problem) {
  const double cosine = std::cos(region.moments.angle / region.moments.weight);
  const double ratio = region.depth * cosine / equivalent_ellipse(region, problem).approach;
  return ratio * std::sqrt(ratio) * cosine;
}

void take_nominal_curvature(const ContactProblem& problem, geometry::spatial::Locus& locus) {
  double curvature = 1 / problem.wheel_place.nominal_radius;
  if (problem.rail_place.roller_radius) curvature += 1 / *problem.rail_place.roller_radius;
  for (geometry::spatial::LocusPoint& point : locus.points) point.curvature = curvature;
}

// As the program CONTACT takes it where surfaces are meshed and it has no locus.
geometry::spatial::SearchGrid search_grid(const ContactProblem& problem) {
  const Resolution& resolution = problem.resolution;
  const double radius = problem.wheel_place.nominal_radius;
  geometry::spatial::SearchGrid search;
  search.half_length = std::max(search.half_length, search_part * radius);
  const bool sliced_wheel = problem.wheel_slices != nullptr;
  if (resolution.surfaces != Surfaces::meshed || (resolution.search == Search::locus && !sliced_wheel))
    return search;
  const bool long_arc = resolution.steep_slopes || radius < 0.0305;
  search.half_length = radius * (sliced_wheel ? std::sin(0.2) : long_arc ? 0.242 : search_part);
  search.dx = resolution.dx * (sliced_wheel ? 4 : 1.5);
  search.row_spacing = resolution.ds * (resolution.steep_slopes ? 0.3 : 0.75);
  return search;
}

}  // namespace

SolverAtHeight::SolverAtHeight(const ContactProblem& problem, const Contact* previous,
                               Workspace::Memory& memory, Contact& contact)
    : problem_(problem), previous_(previous), memory_(memory), contact_(contact) {
  const auto& wheel = memory.wheels.get(problem.wheel, geometry::spatial::make_wheel);
  const auto& rail = memory.rails.get(problem.rail, geometry::spatial::make_rail);
  placement_ = place(problem, wheel, rail);
  z_ = problem.motion.z;
  geometry::spatial::find_top(placement_.rail, memory.top);
  if (on_grid()) {
    geometry::spatial::measure_gaps(placement_.wheel, placement_.rail, memory.top, placement_.varying,
                                    search_grid(problem), memory.grid);
    touching_height_ = z_ - memory.grid.min_gap;
    return;
  }
  geometry::spatial::find_locus(placement_.wheel, placement_.rail, memory.top, memory.locus);
  if (problem.resolution.surfaces == Surfaces::meshed) {
    geometry::spatial::take_rows(placement_.rail, memory.top, row_part * problem.resolution.ds, memory.locus);
    take_nominal_curvature(problem, memory.locus);
  }
  const double deepest = std::min(memory.locus.min_gap, 0.0);
  geometry::spatial::sharpen(placement_.rail, memory.locus.min_gap - deepest + sharp_range, memory.locus);
  touching_height_ = z_ - memory.locus.min_gap;
}

bool SolverAtHeight::overlaps() const {
  return std::isfinite(min_gap());
}

bool SolverAtHeight::on_grid() const {
  return problem_.resolution.search == Search::grid || placement_.varying.any();
}

double SolverAtHeight::min_gap() const {
  return on_grid() ? memory_.grid.min_gap : memory_.locus.min_gap;
}

void SolverAtHeight::set_height(double z) {
  if (on_grid()) {
    geometry::spatial::raise(z - z_, memory_.grid);
  } else {
    geometry::spatial::raise(z - z_, memory_.locus);
  }
  placement_.wheelset.origin.z() += z - z_;
  placement_.wheel.marker.origin.z() += z - z_;
  z_ = z;
  contact_.z = z;
}

double SolverAtHeight::estimated_depth(const VerticalDemand& wanted) {
  double depth = 2e-5;
  for (int i = 0; i < 5 && std::isfinite(depth); ++i) {
    set_height(touching_height_ - depth);
    find_regions();
    double sum = 0;
    for (const Region& region : memory_.regions) sum = std::max(sum, hertz_force(region, problem_));
    if (!(sum > 0)) break;
    depth *= depth_ratio(wanted.at(z_) / sum, wanted.stiffness * depth / sum, 1.5, 0.1, 10);
  }
  return depth;
}

void SolverAtHeight::find_regions() {
  const int power = problem_.reference.power;
  if (on_grid()) {
    geometry::spatial::find_regions(memory_.grid, power, memory_.regions);
  } else {
    geometry::spatial::find_regions(memory_.locus, power, memory_.regions);
  }
}

void SolverAtHeight::form(double z) {
  set_height(z);
  find_regions();
  make_plans(problem_, placement_, memory_.regions, memory_.plans);
  const std::size_t count = memory_.plans.size();
  contact_.patches.resize(count);
  if (memory_.works.size() < count) memory_.works.resize(count);
  memory_.continued.clear();
  for (std::size_t i = count; i-- > 0;) {  // from the field side, as the program CONTACT does
    discretise(problem_, placement_, memory_.plans[i], previous_, memory_.continued, memory_.works[i],
               contact_.patches[i]);
    contact_.patches[i].solution = {};
  }
  ++contact_.position_iterations;
}

double SolverAtHeight::solve_patches(double lowering) {
  double force = 0;
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    Patch& patch = contact_.patches[i];
    lower_wheel(lowering, memory_.works[i], patch);
    const PatchWork& work = memory_.works[i];
    contact::patch::solve(patch.problem, work.sources.empty() ? nullptr : &work.before, memory_.halfspace,
                          patch.solution);
    aggregate(placement_, patch);
    const bool is_finite = patch.solution.outcome != contact::patch::Outcome::not_finite;
    force += is_finite ? patch.wrench.track.force.z() : std::numeric_limits<double>::quiet_NaN();
    ++contact_.normal_solutions;
  }
  return force;
}

double SolverAtHeight::solve_normal(double lowering, double tolerance) {
  for (Patch& patch : contact_.patches) {
    patch.problem.motion.kind = contact::patch::TangentialKind::none;
    patch.problem.settings.tolerance = std::max(tolerance, problem_.solver.tolerance);
  }
  return solve_patches(lowering);
}

double SolverAtHeight::estimated_friction(double pitch_velocity) const {
  if (problem_.tangential == contact::patch::TangentialKind::none) return 0;
  const Velocities track = velocities(problem_, placement_, pitch_velocity);
  double force = 0;
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    const Patch& patch = contact_.patches[i];
    if (!(patch.normal_force > 0)) continue;
    const Vec3& reference = memory_.works[i].reference;
    const Velocities v = track.roller ? seen_from(memory_.works[i].axes, track) : track;
    const contact::UnitPatch ellipse = equivalent_ellipse(memory_.plans[i].extent, problem_);
    contact::CreepModel model;
    model.law = contact::CreepLaw::polach;  // a first guess, which needs no table
    model.shear_modulus = contact::combined_shear_modulus(problem_.wheel_material, problem_.rail_material);
    model.friction.coefficient = patch.friction;
    const double speed = std::max(1e-9, reference_speed(v, reference));
    const contact::Creepages slip = creepages(v, reference, reference, patch.angle, speed);
    force +=
        std::sin(patch.angle) * contact::creep_forces(model, ellipse, patch.normal_force, slip, 0.0).lateral;
  }
  return force;
}

double SolverAtHeight::estimated_pitch_stiffness() const {
  double stiffness = 0;
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    const contact::UnitPatch ellipse = equivalent_ellipse(memory_.plans[i].extent, problem_);
    const double modulus = contact::combined_shear_modulus(problem_.wheel_material, problem_.rail_material);
    const double area = contact_.patches[i].contact_area / pi;  // of the ellipse: a b
    stiffness += modulus * area * ellipse.c11 * problem_.wheel_place.nominal_radius /
                 std::max(1e-9, contact_.patches[i].reference_speed);
  }
  return stiffness;
}

double SolverAtHeight::solve_fully(double lowering, double pitch_velocity) {
  const Velocities v = velocities(problem_, placement_, pitch_velocity);
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    contact::patch::Settings& settings = contact_.patches[i].problem.settings;
    settings.tolerance = problem_.solver.tolerance;
    settings.start_from_tractions = true;
    const PatchWork& work = memory_.works[i];
    set_motion(problem_, v.roller ? seen_from(work.axes, v) : v, work, lowering, contact_.patches[i]);
  }
  const double force = solve_patches(lowering);
  contact_.velocity_pitch = pitch_velocity;
  return force;
}

double SolverAtHeight::normal_part() const {
  double force = 0;
  for (const Patch& patch : contact_.patches) force += patch.vertical_force_of_pressure;
  return force;
}

bool SolverAtHeight::friction_moves_pressures() const {
  return std::any_of(contact_.patches.begin(), contact_.patches.end(),
                     [](const Patch& patch) { return contact::patch::directions_coupled(patch.problem); });
}

void SolverAtHeight::sum() {
  aggregate(placement_, contact_);
}

void SolverAtHeight::settle(double lowering) {
  set_height(z_ - lowering);
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    Patch& patch = contact_.patches[i];
    patch.interpenetration += lowering * memory_.works[i].upright(patch.angle);
    patch.on_wheel = placement_.wheel.marker.to_local(patch.position);
    aggregate(placement_, patch);
  }
  aggregate(placement_, contact_);
}

}  // namespace flangeway::wheel_on_rail
