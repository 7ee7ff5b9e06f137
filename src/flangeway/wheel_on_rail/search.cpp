#include "flangeway/wheel_on_rail/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/geometry/spatial/grid_search.hpp"
#include "flangeway/wheel_on_rail/slip.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using geometry::spatial::Region;

// Points of the locus within this of the first touch lie exactly on the rail; elsewhere on its samples. m
constexpr double sharp_range = 3e-4;

// The ellipse of the length and width of a region that is pressed by its depth along the normal.
contact::UnitPatch equivalent_ellipse(const Region& region, const Situation& situation) {
  const double depth = region.depth * std::cos(region.moments.angle / region.moments.weight);
  const double least = geometry::spatial::sample_spacing;
  const double a = std::max(least, (region.x_end - region.x_begin) / 2);
  const double b = std::max(least, (region.rail_end - region.rail_begin) / 2);
  return contact::unit_patch(2 * depth / (a * a), 2 * depth / (b * b), situation.wheel_material,
                             situation.rail_material);
}

// Vertical force of a region as if it were that ellipse, N.
double hertz_force(const Region& region, const Situation& situation) {
  const double cosine = std::cos(region.moments.angle / region.moments.weight);
  const double ratio = region.depth * cosine / equivalent_ellipse(region, situation).approach;
  return ratio * std::sqrt(ratio) * cosine;
}

// The tractions of a patch on the grid of another one, whose elements are the same places.
void take_over(const Patch& before, const Patch& now, contact::halfspace::Tractions& tractions) {
  const contact::halfspace::Grid &from = before.problem.grid, &to = now.problem.grid;
  const auto shift = [](double there, double here, double side) {
    return static_cast<int>(std::lround((here - there) / side));
  };
  const int di = shift(before.rail_x + from.x_first, now.rail_x + to.x_first, to.dx);
  const int dj = shift(before.rail_s + from.y_first, now.rail_s + to.y_first, to.dy);
  for (auto* field : {&tractions.pressure, &tractions.x, &tractions.y}) field->assign(to.size(), 0);
  for (int j = 0; j < to.ny; ++j) {
    for (int i = 0; i < to.nx; ++i) {
      const int fi = i + di, fj = j + dj;
      if (fi < 0 || fi >= from.nx || fj < 0 || fj >= from.ny) continue;
      const std::size_t a = to.index(i, j), b = from.index(fi, fj);
      tractions.pressure[a] = before.solution.tractions.pressure[b];
      tractions.x[a] = before.solution.tractions.x[b];
      tractions.y[a] = before.solution.tractions.y[b];
    }
  }
}

}  // namespace

Pressing::Pressing(const Situation& situation, const Contact* previous, Workspace::Memory& memory,
                   Contact& contact)
    : situation_(situation), previous_(previous), memory_(memory), contact_(contact) {
  const auto& wheel = memory.wheels.get(situation.wheel, geometry::spatial::make_wheel);
  const auto& rail = memory.rails.get(situation.rail, geometry::spatial::make_rail);
  placement_ = place(situation, wheel, rail);
  z_ = situation.motion.z;
  geometry::spatial::find_top(placement_.rail, memory.top);
  geometry::spatial::find_locus(placement_.wheel, placement_.rail, memory.top, memory.locus);
  const double deepest = std::min(memory.locus.min_gap, 0.0);
  geometry::spatial::sharpen(placement_.rail, memory.locus.min_gap - deepest + sharp_range, memory.locus);
  touching_height_ = z_ - memory.locus.min_gap;
}

bool Pressing::overlaps() const {
  return std::isfinite(memory_.locus.min_gap);
}

void Pressing::set_height(double z) {
  geometry::spatial::raise(z - z_, memory_.locus);
  placement_.wheelset.origin.z() += z - z_;
  placement_.wheel.marker.origin.z() += z - z_;
  z_ = z;
  contact_.z = z;
}

double Pressing::estimated_depth(const VerticalDemand& wanted) {
  double depth = 2e-5;
  for (int i = 0; i < 5 && std::isfinite(depth); ++i) {
    set_height(touching_height_ - depth);
    geometry::spatial::find_regions(memory_.locus, situation_.reference.power, memory_.regions);
    double sum = 0;
    for (const Region& region : memory_.regions) sum += hertz_force(region, situation_);
    if (!(sum > 0)) break;
    depth *= sinking_ratio(wanted.at(z_) / sum, wanted.stiffness * depth / sum, 1.5, 0.1, 10);
  }
  return depth;
}

void Pressing::find_regions() {
  const int power = situation_.reference.power;
  if (situation_.resolution.search == Search::locus) {
    geometry::spatial::find_regions(memory_.locus, power, memory_.regions);
  } else {
    geometry::spatial::find_regions_on_grid(placement_.wheel, placement_.rail, memory_.top, {}, power,
                                            memory_.regions);
  }
}

const Patch* Pressing::patch_before(const Plan& plan) const {
  using contact::halfspace::TangentialKind;
  const bool sequence = situation_.tangential == TangentialKind::shift ||
                        situation_.tangential == TangentialKind::transient_rolling;
  if (previous_ == nullptr || !sequence) return nullptr;
  const Patch* nearest = nullptr;
  const auto distance = [&](const Patch& patch) { return std::abs(patch.rail_s - plan.anchor.rail_s); };
  for (const Patch& patch : previous_->patches) {
    const contact::halfspace::Grid& grid = patch.problem.grid;
    if (grid.dx != situation_.resolution.dx || grid.dy != situation_.resolution.ds) continue;
    if (nearest == nullptr || distance(patch) < distance(*nearest)) nearest = &patch;
  }
  const double reach = (plan.extent.rail_end - plan.extent.rail_begin) / 2;
  return nearest != nullptr && distance(*nearest) <= reach ? nearest : nullptr;
}

void Pressing::form(double z) {
  set_height(z);
  find_regions();
  make_plans(situation_, placement_, memory_.regions, memory_.plans);
  const std::size_t count = memory_.plans.size();
  contact_.patches.resize(count);
  if (memory_.works.size() < count) memory_.works.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Resolution& resolution = situation_.resolution;
    const Patch* before = patch_before(memory_.plans[i]);
    if (before != nullptr)
      align(placement_, resolution.dx, resolution.ds, before->rail_x, before->rail_s,
            memory_.plans[i].anchor);
    discretise(situation_, placement_, memory_.plans[i], memory_.works[i], contact_.patches[i]);
    contact_.patches[i].solution = {};
    memory_.works[i].follows = before != nullptr;
    if (before != nullptr) take_over(*before, contact_.patches[i], memory_.works[i].before);
  }
  ++contact_.position_iterations;
}

double Pressing::solve_patches(double sunk) {
  double force = 0;
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    Patch& patch = contact_.patches[i];
    sink(sunk, memory_.works[i], patch);
    const PatchWork& work = memory_.works[i];
    contact::halfspace::solve(patch.problem, work.follows ? &work.before : nullptr, memory_.halfspace,
                              patch.solution);
    aggregate(placement_, patch);
    const bool is_finite = patch.solution.outcome != contact::halfspace::Outcome::not_finite;
    force += is_finite ? patch.wrench.track.force.z() : std::numeric_limits<double>::quiet_NaN();
    ++contact_.normal_solutions;
  }
  return force;
}

double Pressing::press(double sunk, double tolerance) {
  for (Patch& patch : contact_.patches) {
    patch.problem.motion.kind = contact::halfspace::TangentialKind::none;
    patch.problem.settings.tolerance = std::max(tolerance, situation_.solver.tolerance);
  }
  return solve_patches(sunk);
}

double Pressing::estimated_friction(double pitch_velocity) const {
  if (situation_.tangential == contact::halfspace::TangentialKind::none) return 0;
  const Velocities track = velocities(situation_, placement_, pitch_velocity);
  double force = 0;
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    const Patch& patch = contact_.patches[i];
    if (!(patch.normal_force > 0)) continue;
    const Vec3& reference = memory_.works[i].reference;
    const Velocities v = track.roller ? seen_from(memory_.works[i].axes, track) : track;
    const contact::UnitPatch ellipse = equivalent_ellipse(memory_.plans[i].extent, situation_);
    contact::CreepModel model;
    model.shear_modulus =
        contact::combined_shear_modulus(situation_.wheel_material, situation_.rail_material);
    model.friction.coefficient = patch.friction;
    const double speed = std::max(1e-9, reference_speed(v, reference));
    const contact::Creepages slip = creepages(v, reference, reference, patch.angle, speed);
    force +=
        std::sin(patch.angle) * contact::creep_forces(model, ellipse, patch.normal_force, slip, 0.0).lateral;
  }
  return force;
}

double Pressing::estimated_pitch_stiffness() const {
  double stiffness = 0;
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    const contact::UnitPatch ellipse = equivalent_ellipse(memory_.plans[i].extent, situation_);
    const double modulus =
        contact::combined_shear_modulus(situation_.wheel_material, situation_.rail_material);
    const double area = contact_.patches[i].contact_area / pi;  // of the ellipse: a b
    stiffness += modulus * area * ellipse.c11 * situation_.wheel_place.nominal_radius /
                 std::max(1e-9, contact_.patches[i].reference_speed);
  }
  return stiffness;
}

double Pressing::roll(double sunk, double pitch_velocity) {
  const Velocities v = velocities(situation_, placement_, pitch_velocity);
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    contact::halfspace::Settings& settings = contact_.patches[i].problem.settings;
    settings.tolerance = situation_.solver.tolerance;
    // Where most of it slides a new start, from coarser elements, is the better one. A pitch velocity that is
    // looked for may come to where the division into adhesion and slip jumps: there every solution starts
    // anew.
    settings.start_from_tractions =
        situation_.longitudinal == LongitudinalControl::pitch_velocity &&
        2 * contact_.patches[i].solution.adhesion_elements > contact_.patches[i].solution.contact_elements;
    const PatchWork& work = memory_.works[i];
    set_motion(situation_, v.roller ? seen_from(work.axes, v) : v, work, sunk, contact_.patches[i]);
  }
  const double force = solve_patches(sunk);
  contact_.velocity_pitch = pitch_velocity;
  return force;
}

double Pressing::normal_part() const {
  double force = 0;
  for (const Patch& patch : contact_.patches) force += patch.vertical_force_of_pressure;
  return force;
}

void Pressing::sum() {
  aggregate(placement_, contact_);
}

void Pressing::settle(double sunk) {
  set_height(z_ - sunk);
  for (std::size_t i = 0; i < contact_.patches.size(); ++i) {
    Patch& patch = contact_.patches[i];
    patch.interpenetration += sunk * memory_.works[i].upright(patch.angle);
    patch.on_wheel = placement_.wheel.marker.to_local(patch.position);
    aggregate(placement_, patch);
  }
  aggregate(placement_, contact_);
}

}  // namespace flangeway::wheel_on_rail
