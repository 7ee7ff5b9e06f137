#include "flangeway/contact_patch.hpp"

#include <fmt/format.h>

#include "flangeway/api/translate.hpp"
#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway {
namespace {

using contact::CreepLaw;

contact::Material engine_material(const Material& material) {
  api::need_positive("youngs_modulus", material.youngs_modulus);
  if (!(material.poisson_ratio >= 0 && material.poisson_ratio <= 0.5))
    api::refuse("poisson_ratio", "is out of range", fmt::format("{}", material.poisson_ratio), "0 … 0.5");
  return {material.youngs_modulus, material.poisson_ratio};
}

void check_creepages(const Creepages& c, double friction) {
  if (!std::isfinite(c.longitudinal) || !std::isfinite(c.lateral) || !std::isfinite(c.spin))
    api::refuse("creepages", "are not finite", fmt::format("{}, {}, {}", c.longitudinal, c.lateral, c.spin),
                "");
  if (!(friction >= 0) || !std::isfinite(friction))
    api::refuse("friction", "is negative or no number", fmt::format("{}", friction), "a finite number ≥ 0");
}

void check_patch(const EllipticPatch& patch) {
  api::need_positive("patch.normal_force", patch.normal_force);
  api::need_positive("patch.a", patch.a);
  api::need_positive("patch.b", patch.b);
}

// Laws that need no parameters besides the friction coefficient.
bool needs_no_parameters(CreepLaw law) {
  return law != CreepLaw::fixed_coefficients && law != CreepLaw::library;
}

// 1.1 times the ellipse, as contact files have it.
contact::patch::Grid grid_of(const EllipticPatch& patch, int elements) {
  constexpr double margin = 1.1;
  const double dx = 2 * margin * patch.a / elements, dy = 2 * margin * patch.b / elements;
  return {elements, elements, dx, dy, -margin * patch.a + dx / 2, -margin * patch.b + dy / 2};
}

}  // namespace

EllipticPatch hertz(double longitudinal, double lateral, double normal_force, const Material& material) {
  api::need_positive("longitudinal", longitudinal);
  api::need_positive("lateral", lateral);
  api::need_positive("normal_force", normal_force);
  const contact::Material both = engine_material(material);
  const contact::UnitPatch unit = contact::unit_patch(longitudinal, lateral, both, both);
  const double root = std::cbrt(normal_force), a = unit.a * root, b = unit.b * root;
  return {normal_force,
          a,
          b,
          unit.approach * root * root,
          1.5 * normal_force / (pi * a * b),
          unit.c11,
          unit.c22,
          unit.c23,
          unit.c33};
}

CreepForces creep_forces(const EllipticPatch& patch, const Creepages& creepages, double friction,
                         const std::string& law, const Material& material) {
  check_patch(patch);
  check_creepages(creepages, friction);
  const auto found = named<CreepLaw>(law);
  if (!found || !needs_no_parameters(*found)) api::refuse("law", "is not known", law, all_names<CreepLaw>());
  contact::CreepModel model;
  model.law = *found;
  model.shear_modulus = engine_material(material).shear_modulus();
  model.friction.coefficient = friction;
  const double root = std::cbrt(patch.normal_force);
  const contact::UnitPatch unit{patch.a / root, patch.b / root, patch.approach / (root * root),
                                patch.c11,      patch.c22,      patch.c23,
                                patch.c33};
  const contact::CreepForces force = contact::creep_forces<double>(
      model, unit, patch.normal_force, {creepages.longitudinal, creepages.lateral, creepages.spin}, 0);
  return {force.longitudinal, force.lateral, force.spin_moment};
}

std::vector<std::string> creep_laws() {
  std::vector<std::string> names;
  for (const auto& one : alternatives_of(CreepLaw{}))
    if (needs_no_parameters(one.value)) names.emplace_back(one.name);
  return names;
}

CreepForces fastsim(const EllipticPatch& patch, const Creepages& creepages, double friction,
                    const FastsimOptions& options, const Material& material) {
  check_patch(patch);
  check_creepages(creepages, friction);
  if (options.elements < 1 || options.elements > 1000)
    api::refuse("elements", "is out of range", fmt::format("{}", options.elements), "1 … 1000");
  const contact::Material both = engine_material(material);
  const auto shape = options.pressure == PressureShape::elliptic ? contact::patch::PressureShape::elliptic
                                                                 : contact::patch::PressureShape::parabolic;
  contact::patch::Problem problem;
  problem.grid = grid_of(patch, options.elements);
  problem.gap.assign(problem.grid.size(), 0.0);
  problem.material = contact::patch::combine(both, both);
  problem.normal_force = patch.normal_force;
  problem.given_pressure =
      contact::patch::ellipse_pressure(problem.grid, patch.a, patch.b, patch.normal_force, shape);
  problem.method.tangential =
      options.strips ? contact::patch::TangentialMethod::fastrip : contact::patch::TangentialMethod::fastsim;
  problem.method.ellipse = contact::patch::Ellipse{patch.a, patch.b};
  problem.motion.longitudinal.value = creepages.longitudinal;
  problem.motion.lateral.value = creepages.lateral;
  problem.motion.spin = creepages.spin;
  problem.friction.front().kinetic = friction;
  const contact::patch::Solution solution = contact::patch::solve(problem);
  return {solution.force_x, solution.force_y, solution.moment_z};
}

}  // namespace flangeway
